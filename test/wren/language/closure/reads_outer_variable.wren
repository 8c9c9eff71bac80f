var f
{
  var a = "outer"
  f = Fn.new { a }
}
System.print(f.call()) // expect: outer
