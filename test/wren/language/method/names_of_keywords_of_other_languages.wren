class Foo {
  construct new() {}
  function { "function" }
  let { "let" }
  const { "const" }
  new() { "new" }
  delete() { "delete" }
  void { "void" }
  typeof(a) { "typeof" }
  switch { "switch" }
}
var foo = Foo.new()
System.print([foo.function, foo.let, foo.const, foo.new(), foo.delete(), foo.void, foo.typeof(1), foo.switch])
// expect: [function, let, const, new, delete, void, typeof, switch]
