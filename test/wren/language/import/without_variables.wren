import "./_prints" // expect: module runs
System.print("importer runs") // expect: importer runs
