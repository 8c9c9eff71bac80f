class A {
  construct new() {}
  greet { "hello " + name }
  name { "A" }
}
class B is A {
  construct new() {}
  name { "B" }
}
System.print(B.new().greet) // expect: hello B
