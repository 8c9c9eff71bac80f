class A {
  construct new() {}
}
class B is (A.new()) {} // expect runtime error: Class 'B' cannot inherit from a non-class object.
