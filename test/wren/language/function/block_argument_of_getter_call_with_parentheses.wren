class Foo {
  static run(f) { f.call() }
}
System.print(Foo.run() { "ran" }) // expect: ran
