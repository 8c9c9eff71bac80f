class Foo {
  construct new(name) { _name = name }
  name { _name }
  later { Fn.new { this.name } }
}
System.print(Foo.new("a").later.call()) // expect: a
