var a = 1 +
  2 +
  null.foo // expect runtime error: Null does not implement 'foo'.
