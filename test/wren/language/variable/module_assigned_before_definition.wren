class Foo {
  static set() {
    Later = "early"
    return Later
  }
}
System.print(Foo.set()) // expect: early
var Later = "defined"
System.print(Later) // expect: defined
