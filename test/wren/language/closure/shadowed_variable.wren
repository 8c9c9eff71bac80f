{
  var a = "outer"
  var outer = Fn.new { a }
  {
    var a = "inner"
    var inner = Fn.new { a }
    System.print(inner.call()) // expect: inner
  }
  System.print(outer.call()) // expect: outer
}
