import "meta" for Meta

Meta.eval("var added = 3")
Meta.eval("System.print(added)") // expect: 3
