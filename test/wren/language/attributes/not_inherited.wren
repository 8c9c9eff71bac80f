#!a = 1
class A {}
class B is A {}
System.print(B.attributes) // expect: null
