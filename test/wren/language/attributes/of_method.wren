class Foo {
  #!slow
  bar() {}

  #!getter = true
  baz { 1 }
}
System.print(Foo.attributes.methods["bar()"][null]["slow"]) // expect: [null]
System.print(Foo.attributes.methods["baz"][null]["getter"]) // expect: [true]
