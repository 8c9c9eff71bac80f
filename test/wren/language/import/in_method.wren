class Foo {
  static load() {
    import "./_shapes" for Square
    return Square.new(5).area
  }
}
System.print(Foo.load()) // expect: 25
