#key.other  // expect error: Error at 'key': Expect an equal, newline or grouping after an attribute key.  // expect error: Error at '.': Expect newline after attribute.  // expect error: Error at '.': Attributes can only specified before a class or a method  // expect error: Error at 'other': Variable is used but not defined.
class A {}
