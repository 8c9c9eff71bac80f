if (true) {
  var a = 1 var b = 2  // expect error: Error at 'var': Expect newline after statement.  // expect error: Error at 'b': Variable is used but not defined.
}
