class A {
  construct new() {}
  run(f) { f.call("A") }
}
class B is A {
  construct new() {}
  run(f) { super.run {|x| f.call("B" + x) } }
}
System.print(B.new().run {|x| x }) // expect: BA
