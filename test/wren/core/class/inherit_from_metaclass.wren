class Thing {}
var metaclass = Thing.type
class Other is metaclass {} // expect runtime error: Class 'Other' cannot inherit from built-in class 'Thing metaclass'.
