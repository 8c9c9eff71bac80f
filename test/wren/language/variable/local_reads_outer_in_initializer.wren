var a = "outer"
{
  var a = a + " and inner"
  System.print(a) // expect: outer and inner
}
System.print(a) // expect: outer
