class A {
  construct new() {}
  toString { "my " + super.toString }
}
System.print(A.new()) // expect: my instance of A
