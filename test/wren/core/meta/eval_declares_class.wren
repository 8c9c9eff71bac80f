import "meta" for Meta

Meta.eval("class Added {\n  static value { 7 }\n}\nSystem.print(Added.value)") // expect: 7
