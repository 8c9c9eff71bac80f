class Foo {
  construct new() {}
  +(other) { "own" }
}
var add = Fn.new {|a, b| a + b }
System.print(add.call(1, 2)) // expect: 3
System.print(add.call("a", "b")) // expect: ab
System.print(add.call([1], [2])) // expect: [1, 2]
System.print(add.call(Foo.new(), 1)) // expect: own
System.print(add.call(1.5, 2.5)) // expect: 4
