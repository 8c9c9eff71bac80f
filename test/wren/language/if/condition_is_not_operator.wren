class Foo {
  construct new() {}
  ! { "truthy text" }
}
if (!Foo.new()) System.print("own not") // expect: own not
