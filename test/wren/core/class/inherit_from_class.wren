class Thing is Class {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Class'.
