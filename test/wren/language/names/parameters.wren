class Foo {
  static m(constructor, arguments, eval, await, yield, let, default, undefined, NaN) {
    return [constructor, arguments, eval, await, yield, let, default, undefined, NaN]
  }
}
System.print(Foo.m(1, 2, 3, 4, 5, 6, 7, 8, 9)) // expect: [1, 2, 3, 4, 5, 6, 7, 8, 9]
var f = Fn.new {|this_, prototype, then, toString| [this_, prototype, then, toString] }
System.print(f.call(1, 2, 3, 4)) // expect: [1, 2, 3, 4]
