foreign class Handle {}
class Thing is Handle {} // expect runtime error: Class 'Thing' cannot inherit from foreign class 'Handle'.
