class Thing is null {} // expect runtime error: Class 'Thing' cannot inherit from a non-class object.
