class Foo {
  static [a] { "Foo[%(a)]" }
  static [a]=(value) { "Foo[%(a)]=%(value)" }
}
System.print(Foo[1]) // expect: Foo[1]
System.print(Foo[1] = 2) // expect: Foo[1]=2
