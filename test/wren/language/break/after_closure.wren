var closure
while (true) {
  var a = "captured"
  closure = Fn.new { a }
  break
}
System.print(closure.call()) // expect: captured
