class Foo {
  static name { "class" }
  static twice(text) { text + text }
}
var ask = Fn.new { Foo.name } // expect runtime error: String does not implement 'name'.
System.print(ask.call()) // expect: class
System.print(Foo.twice("ab")) // expect: abab
Foo = 3
System.print(Foo.abs) // expect: 3
Foo = "text"
System.print(Foo.count) // expect: 4
ask.call()
