class A is Object {
  construct new() {}
}
System.print(A.new()) // expect: instance of A
