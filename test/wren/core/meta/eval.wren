import "meta" for Meta

Meta.eval("System.print(1 + 2)") // expect: 3
System.print(Meta.eval("1 + 2")) // expect: null
System.print(Meta.eval("return 1")) // expect: null
