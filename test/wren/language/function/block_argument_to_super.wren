class A {
  construct new() {}
  run(f) { "A " + f.call() }
}
class B is A {
  construct new() {}
  run(f) { super { "from B" } }
}
System.print(B.new().run { "unused" }) // expect: A from B
