class Thing is Range {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Range'.
