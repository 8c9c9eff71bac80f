var a = 1
{
  a = 2
}
System.print(a) // expect: 2
