class Foo {
  construct new(answer) { _answer = answer }
  <(other) { _answer }
  ==(other) { _answer }
}
if (Foo.new(null) < 1) System.print("not reached")
if (Foo.new("anything") < 1) System.print("smaller") // expect: smaller
if (Foo.new(null) == 1) System.print("not reached") else System.print("not equal") // expect: not equal
