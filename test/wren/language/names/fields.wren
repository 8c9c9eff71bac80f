class Foo {
  construct new() {
    _constructor = 1
    _proto__ = 2
    _prototype = 3
    _toString = 4
    _valueOf = 5
    _then = 6
    _arguments = 7
  }
  all { [_constructor, _proto__, _prototype, _toString, _valueOf, _then, _arguments] }
}
System.print(Foo.new().all) // expect: [1, 2, 3, 4, 5, 6, 7]
