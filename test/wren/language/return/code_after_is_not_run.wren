var f = Fn.new {
  return "returned"
  System.print("not reached")
}
System.print(f.call()) // expect: returned
