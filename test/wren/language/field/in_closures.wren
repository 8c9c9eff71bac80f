class Foo {
  construct new() { _list = [] }
  fill() {
    (1..3).each {|i| _list.add(i) }
    return _list
  }
}
System.print(Foo.new().fill()) // expect: [1, 2, 3]
