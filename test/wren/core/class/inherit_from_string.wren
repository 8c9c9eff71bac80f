class Thing is String {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'String'.
