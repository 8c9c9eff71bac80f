import "./sub/../_shapes" for unit
import "././_shapes" for unit as again
System.print(unit + again) // expect: cmcm
