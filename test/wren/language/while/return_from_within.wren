var f = Fn.new {
  var i = 0
  while (true) {
    i = i + 1
    if (i == 5) return i
  }
}
System.print(f.call()) // expect: 5
