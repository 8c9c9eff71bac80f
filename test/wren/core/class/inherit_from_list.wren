class Thing is List {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'List'.
