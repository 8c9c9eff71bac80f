{
  var a = "before"
  System.print(a) // expect: before
  a = "after"
  System.print(a) // expect: after
}
