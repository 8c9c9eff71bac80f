import "meta" for Meta

var here = Meta.getModuleVariables("./get_module_variables")
System.print(here.contains("here")) // expect: true
System.print(here.contains("Object")) // expect: true
System.print(here.contains("later")) // expect: true
System.print(here.contains("unknown")) // expect: false
var later = 1
