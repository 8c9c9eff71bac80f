class Foo {
  construct new() {}
  write(a) { _field = a }
  read { _field }
}
var foo = Foo.new()
System.print(foo.write("written")) // expect: written
System.print(foo.read) // expect: written
