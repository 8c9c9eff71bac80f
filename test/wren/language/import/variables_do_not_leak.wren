import "./_shapes" for Square
class Foo {
  static unit { Unit }
}
var Unit = "own"
System.print(Foo.unit) // expect: own
