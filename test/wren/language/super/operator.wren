class A {
  construct new(n) { _n = n }
  +(other) { _n + other }
  - { -_n }
}
class B is A {
  construct new(n) { super(n) }
  +(other) { super(other) * 100 }
  - { super - 1 }
}
System.print(B.new(2) + 3) // expect: 500
System.print(-B.new(2)) // expect: -3
