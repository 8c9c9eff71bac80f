import "./_shapes" for unit as one
import "./_shapes" for unit as two
one = "changed"
System.print(two) // expect: cm
