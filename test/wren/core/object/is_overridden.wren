class Anything {
  construct new() {}
  is(target) { "asked for %(target)" }
}
System.print(Anything.new() is Num) // expect: asked for Num
