class Foo {
  construct new(n) { _n = n }
  n { _n }
  +(other) { n + other.n }
  double { this + this }
}
System.print(Foo.new(4).double) // expect: 8
