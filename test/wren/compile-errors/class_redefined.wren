class A {}
class A {}  // expect error: Error at 'A': Module variable is already defined.
