class A {
  construct new() {}
  bar=(value) { _bar = "A %(value)" }
  bar { _bar }
}
class B is A {
  construct new() {}
  bar=(value) { super.bar = "B %(value)" }
}
var b = B.new()
b.bar = 1
System.print(b.bar) // expect: A B 1
