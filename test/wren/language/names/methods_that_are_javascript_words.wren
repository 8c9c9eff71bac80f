class Foo {
  static arguments { "arguments" }
  static eval(a) { "eval" }
  static await { "await" }
  static yield { "yield" }
  static let { "let" }
  static default { "default" }
  static undefined { "undefined" }
  static NaN { "NaN" }
  static Infinity { "Infinity" }
  static delete(a) { "delete" }
  static with(a) { "with" }
  static async { "async" }
  static get { "get" }
  static set { "set" }
}
System.print(Foo.arguments) // expect: arguments
System.print(Foo.eval("1")) // expect: eval
System.print(Foo.await) // expect: await
System.print(Foo.yield) // expect: yield
System.print(Foo.let) // expect: let
System.print(Foo.default) // expect: default
System.print(Foo.undefined) // expect: undefined
System.print(Foo.NaN) // expect: NaN
System.print(Foo.Infinity) // expect: Infinity
System.print(Foo.delete(1)) // expect: delete
System.print(Foo.with(1)) // expect: with
System.print(Foo.async) // expect: async
System.print(Foo.get + Foo.set) // expect: getset
