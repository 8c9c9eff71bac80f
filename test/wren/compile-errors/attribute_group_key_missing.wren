#group(1)  // expect error: Error at '1': Expect name for attribute key.
class A {}
