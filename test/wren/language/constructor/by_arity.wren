class Foo {
  construct new() { _count = 0 }
  construct new(a) { _count = 1 }
  construct new(a, b) { _count = 2 }
  count { _count }
}
System.print(Foo.new().count) // expect: 0
System.print(Foo.new("a").count) // expect: 1
System.print(Foo.new("a", "b").count) // expect: 2
