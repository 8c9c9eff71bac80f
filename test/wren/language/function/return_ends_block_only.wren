var outer = Fn.new {
  (1..3).each {|i|
    if (i == 2) return
    System.print(i)
  }
  return "outer"
}
System.print(outer.call())
// expect: 1
// expect: 3
// expect: outer
