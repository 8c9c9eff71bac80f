class Foo {
  static +(a) { "Foo + %(a)" }
  static [a] { "Foo[%(a)]" }
  static ! { "not Foo" }
}
System.print(Foo + 1) // expect: Foo + 1
System.print(Foo[1]) // expect: Foo[1]
System.print(!Foo) // expect: not Foo
