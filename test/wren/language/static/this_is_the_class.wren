class Foo {
  static self { this }
  static name2 { name + this.name }
}
System.print(Foo.self == Foo) // expect: true
System.print(Foo.name2) // expect: FooFoo
