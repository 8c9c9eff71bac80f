class Foo {
  construct new() { _call = Fn.new {|a| "called with %(a)" } }
  run() { _call.call(1) }
}
System.print(Foo.new().run()) // expect: called with 1
