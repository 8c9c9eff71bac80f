var find = Fn.new {|list|
  for (x in list) {
    if (x > 1) return x
  }
  return "none"
}
System.print(find.call([1, 5, 7])) // expect: 5
System.print(find.call([0])) // expect: none
