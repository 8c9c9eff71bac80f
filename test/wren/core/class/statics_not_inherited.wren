class Base {
  static make() { 1 }
}
class Derived is Base {}
System.print(Base.make()) // expect: 1
Derived.make() // expect runtime error: Derived metaclass does not implement 'make()'.
