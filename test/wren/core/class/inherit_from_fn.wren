class Thing is Fn {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Fn'.
