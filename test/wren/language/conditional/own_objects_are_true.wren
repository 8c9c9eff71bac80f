class Foo {
  construct new() {}
  ! { true }
}
System.print(Foo.new() ? "true" : "false") // expect: true
System.print(Foo ? "true" : "false") // expect: true
