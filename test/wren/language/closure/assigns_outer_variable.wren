{
  var a = "before"
  Fn.new { a = "after" }.call()
  System.print(a) // expect: after
}
