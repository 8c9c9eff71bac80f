class B is List {} // expect runtime error: Class 'B' cannot inherit from built-in class 'List'.
