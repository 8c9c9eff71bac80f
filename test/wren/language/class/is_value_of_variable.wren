class Foo {
  static bar { "bar" }
}
var Same = Foo
System.print(Same.bar) // expect: bar
System.print(Same == Foo) // expect: true
Foo = "replaced"
System.print(Foo) // expect: replaced
System.print(Same) // expect: Foo
