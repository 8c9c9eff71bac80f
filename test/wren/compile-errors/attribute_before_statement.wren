#!a  // expect error: Error at newline: Attributes can only specified before a class or a method
System.print(1)
