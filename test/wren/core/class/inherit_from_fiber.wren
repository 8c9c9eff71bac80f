class Thing is Fiber {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Fiber'.
