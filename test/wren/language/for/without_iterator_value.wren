class Foo {
  construct new() {}
  iterate(i) { true }
}
for (x in Foo.new()) System.print(x) // expect runtime error: Foo does not implement 'iteratorValue(_)'.
