class Foo {
  construct new() {}
  iterate(i) {
    if (i == null) return 0
    if (i == 0) return ""
    if (i == "") return "last"
    return null
  }
  iteratorValue(i) { i == "" ? "empty" : i }
}
for (x in Foo.new()) System.print(x)
// expect: 0
// expect: empty
// expect: last
