class Foo {
  bar { "bar" }
}
Foo.bar // expect runtime error: Foo metaclass does not implement 'bar'.
