#key = 1 + 2  // expect error: Error at '+': Expect newline after attribute.  // expect error: Error at '+': Attributes can only specified before a class or a method
class A {}
