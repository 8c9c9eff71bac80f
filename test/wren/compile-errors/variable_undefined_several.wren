a  // expect error: Error at 'a': Variable is used but not defined.
System.print(b)  // expect error: Error at 'b': Variable is used but not defined.
a
