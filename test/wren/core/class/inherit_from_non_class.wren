var base = "text"
class Thing is base {} // expect runtime error: Class 'Thing' cannot inherit from a non-class object.
