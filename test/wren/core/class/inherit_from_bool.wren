class Thing is Bool {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Bool'.
