// If a constructor calls none of the superclass, the fields of the superclass are null.
class Base {
  construct new(x) {
    _x = x
    _y = _x + 0.5
  }
  x { _x }
  y { _y }
}

class Skipping is Base {
  construct make() {}
}

class Calling is Base {
  construct new() { super(7) }
}

System.print(Skipping.make().x) // expect: null
System.print(Skipping.make().y) // expect: null
System.print(Calling.new().y) // expect: 7.5
System.print(Base.new(2).y) // expect: 2.5
