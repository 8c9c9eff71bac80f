class B is Later {} // expect runtime error: Class 'B' cannot inherit from a non-class object.
class Later {}
