class Always {
  construct new() {}
  ==(other) { true }
}
var one = Always.new()
System.print(Object.same(one, one)) // expect: true
System.print(Object.same(one, Always.new())) // expect: false
System.print(Object.same("text", "te" + "xt")) // expect: true
System.print(Object.same(1..3, 1..3)) // expect: true
System.print(Object.same(1..3, 1...3)) // expect: false
System.print(Object.same(0, -0)) // expect: false
System.print(Object.same([], [])) // expect: false
System.print(Object.same(null, null)) // expect: true
System.print(Object.same(1, "1")) // expect: false
