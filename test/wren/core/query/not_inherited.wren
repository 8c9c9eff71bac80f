class Mine is (``.type) {} // expect runtime error: Class 'Mine' cannot inherit from built-in class 'Query'.
