{
  var a = "first"
  System.print(a) // expect: first
}
{
  var a
  System.print(a) // expect: null
}
