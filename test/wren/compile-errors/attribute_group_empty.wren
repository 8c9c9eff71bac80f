#group()  // expect error: Error at ')': Expected attributes in group, group cannot be empty.
class A {}
