#a #b  // expect error: Error at 'a': Expect an equal, newline or grouping after an attribute key.  // expect error: Error at '#': Expect newline after attribute.  // expect error: Error at '#': Attributes can only specified before a class or a method  // expect error: Error at 'b': Variable is used but not defined.
class A {}
