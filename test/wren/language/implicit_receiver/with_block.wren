class Foo {
  construct new() {}
  run() { with {|x| x + 1 } }
  with(f) { f.call(1) }
}
System.print(Foo.new().run()) // expect: 2
