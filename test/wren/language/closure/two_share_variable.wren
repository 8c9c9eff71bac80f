var get
var set
{
  var a = 1
  get = Fn.new { a }
  set = Fn.new {|value| a = value }
}
set.call("shared")
System.print(get.call()) // expect: shared
