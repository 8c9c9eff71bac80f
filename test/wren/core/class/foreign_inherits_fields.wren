class Base {
  construct new() {
    _field = 1
  }
}
foreign class Handle is Base {} // expect runtime error: Foreign class 'Handle' may not inherit from a class with fields.
