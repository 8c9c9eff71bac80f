class Base {
  construct new() {}
}
class Derived is Base {
  construct new() {}
}
Derived.new().go() // expect runtime error: Derived does not implement 'go()'.
