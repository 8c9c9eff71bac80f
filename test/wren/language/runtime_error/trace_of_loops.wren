class Foo {
  construct new() {}
  iterate(i) {
    return i == null ? 1 : i.missing // expect runtime error: Num does not implement 'missing'. // expect frame 1: iterate(_)
  }
  iteratorValue(i) { i }
}
var turns = 0
for (x in Foo.new()) { // expect frame 2: (script)
  turns = turns + 1
}
