class Thing {
  construct new() {}
  toString { "thing" }
}
System.print("a %(1 + 2) b %([1, "x"]) c %(null) %(true) %(Thing.new())") // expect: a 3 b [1, x] c null true thing
System.print("%("in %("deeper")")") // expect: in deeper
