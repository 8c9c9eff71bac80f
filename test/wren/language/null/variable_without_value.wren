var a
System.print(a) // expect: null
{
  var b
  System.print(b) // expect: null
}
