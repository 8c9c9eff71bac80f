System.print(false || true ? 1 + 1 : 2 + 2) // expect: 2
System.print(1 == 2 ? "a" : "b") // expect: b
var a = false ? 1 : 2
System.print(a) // expect: 2
