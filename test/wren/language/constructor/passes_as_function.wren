class Foo {
  construct new(n) { _n = n }
  n { _n }
}
var foos = [1, 2, 3].map {|n| Foo.new(n) }.toList
System.print(foos[2].n) // expect: 3
