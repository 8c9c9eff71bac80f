var size = Fn.new {|n|
  if (n < 10) {
    return "small"
  } else if (n < 100) {
    return "medium"
  } else {
    return "large"
  }
}
System.print(size.call(5)) // expect: small
System.print(size.call(50)) // expect: medium
System.print(size.call(500)) // expect: large
