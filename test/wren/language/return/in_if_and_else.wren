var f = Fn.new {|a|
  if (a) {
    return "then"
  } else {
    return "else"
  }
}
System.print(f.call(true)) // expect: then
System.print(f.call(false)) // expect: else
