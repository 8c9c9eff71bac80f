#group(a b)  // expect error: Error at 'b': Expected ')' after grouped attributes.
class A {}
