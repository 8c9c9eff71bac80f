if (true) {
  1
}
else {  // expect error: Error at 'else': Expected expression.  // expect error: Error at '{': Expect end of file.
  2
}
