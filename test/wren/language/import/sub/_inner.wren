import "./_sibling" for Sibling
import "../_shapes" for unit
System.print("shapes say %(unit)")
var Inner = Sibling
