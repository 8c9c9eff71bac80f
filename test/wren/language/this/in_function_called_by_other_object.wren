class A {
  construct new() {}
  run(f) { f.call() }
  name { "A" }
}
class B {
  construct new() {}
  go(a) { a.run { this.name } }
  name { "B" }
}
System.print(B.new().go(A.new())) // expect: B
