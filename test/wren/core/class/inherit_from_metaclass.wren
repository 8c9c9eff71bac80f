class Thing {}
class Other is Thing.type {} // expect runtime error: Class 'Other' cannot inherit from built-in class 'Thing metaclass'.
