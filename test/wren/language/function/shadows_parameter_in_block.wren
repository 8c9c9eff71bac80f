var f = Fn.new {|a|
  {
    var a = "inner"
    System.print(a) // expect: inner
  }
  System.print(a) // expect: outer
}
f.call("outer")
