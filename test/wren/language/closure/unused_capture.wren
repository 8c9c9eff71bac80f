{
  var a = "a"
  if (false) {
    Fn.new { a }
  }
}
System.print("fine") // expect: fine
