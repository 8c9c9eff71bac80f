class Foo {
  construct new() {}
  constructor { "constructor" }
  prototype { "prototype" }
  toString { "toString" }
  valueOf { "valueOf" }
  then(a, b) { "then" }
  hasOwnProperty(a) { "hasOwnProperty" }
  isPrototypeOf(a) { "isPrototypeOf" }
  toJSON() { "toJSON" }
  length { "length" }
  apply(a) { "apply" }
  bind(a) { "bind" }
}
var foo = Foo.new()
System.print(foo.constructor) // expect: constructor
System.print(foo.prototype) // expect: prototype
System.print(foo) // expect: toString
System.print(foo.valueOf) // expect: valueOf
System.print(foo.then(1, 2)) // expect: then
System.print(foo.hasOwnProperty("then")) // expect: hasOwnProperty
System.print(foo.isPrototypeOf(1)) // expect: isPrototypeOf
System.print(foo.toJSON()) // expect: toJSON
System.print(foo.length) // expect: length
System.print(foo.apply(1)) // expect: apply
System.print(foo.bind(1)) // expect: bind
