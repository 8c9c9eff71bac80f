class Foo {
  static set() {
    __proto__ = "a static field"
    __constructor = "another"
    __defineGetter__ = "and another"
    return [__proto__, __constructor, __defineGetter__]
  }
}
System.print(Foo.set()) // expect: [a static field, another, and another]
System.print(Foo.name) // expect: Foo
