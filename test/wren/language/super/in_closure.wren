class A {
  construct new() {}
  name { "A" }
}
class B is A {
  construct new() {}
  name { "B" }
  closure { Fn.new { Fn.new { super.name + name } } }
}
System.print(B.new().closure.call().call()) // expect: AB
