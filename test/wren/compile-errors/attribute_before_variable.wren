#a  // expect error: Error at newline: Attributes can only specified before a class or a method
var b = 1
