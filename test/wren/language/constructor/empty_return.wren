class Foo {
  construct new(early) {
    _text = "early"
    if (early) return
    _text = "late"
  }
  text { _text }
}
System.print(Foo.new(true).text) // expect: early
System.print(Foo.new(false).text) // expect: late
