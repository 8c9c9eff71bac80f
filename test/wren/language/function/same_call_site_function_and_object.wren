class Foo {
  construct new() {}
  call(a) { "object %(a)" }
}
var f = Fn.new {|a| "function %(a)" }
for (callee in [f, Foo.new(), f]) System.print(callee.call(1))
// expect: function 1
// expect: object 1
// expect: function 1
