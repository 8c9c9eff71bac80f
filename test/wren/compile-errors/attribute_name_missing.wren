#1  // expect error: Error at '#': Expect an attribute definition after #.  // expect error: Error at '1': Expect newline after attribute.
class A {}
