class Thing is Null {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Null'.
