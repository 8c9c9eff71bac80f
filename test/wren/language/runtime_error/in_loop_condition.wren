var i = 0
while (i < 3 || i.foo) { // expect runtime error: Num does not implement 'foo'.
  i = i + 1
}
