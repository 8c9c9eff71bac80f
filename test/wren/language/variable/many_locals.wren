{
  var a = 1
  var b = a + 1
  var c = b + 1
  var d = c + 1
  var e = d + 1
  var f = Fn.new { a + b + c + d + e }
  System.print(f.call()) // expect: 15
}
