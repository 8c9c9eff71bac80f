class Thing is Num {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Num'.
