var outer = Fn.new {
  var inner = Fn.new {
    return "inner"
  }
  inner.call()
  return "outer"
}
System.print(outer.call()) // expect: outer
