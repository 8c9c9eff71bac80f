var f
{
  var a = "first"
  f = Fn.new { a }
}
{
  var b = "second"
  System.print(f.call()) // expect: first
}
