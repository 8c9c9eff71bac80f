class Foo {
  construct new() {}
  ..(to) { ["own", to] }
  ...(to) { ["own exclusive", to] }
}
for (x in Foo.new()..2) System.print(x)
// expect: own
// expect: 2
for (x in Foo.new()...3) System.print(x)
// expect: own exclusive
// expect: 3
