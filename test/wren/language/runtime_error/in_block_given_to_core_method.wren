[1, 2].each {|x|
  if (x == 2) x.foo // expect runtime error: Num does not implement 'foo'.
}
