import "./_prints" // expect: module runs
import "./_prints"
import "./_also_imports_prints"
System.print("end") // expect: end
