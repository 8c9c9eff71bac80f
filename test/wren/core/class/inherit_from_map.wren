class Thing is Map {} // expect runtime error: Class 'Thing' cannot inherit from built-in class 'Map'.
