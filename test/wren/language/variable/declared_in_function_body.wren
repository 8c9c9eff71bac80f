var f = Fn.new {|n|
  var double = n * 2
  var text = "%(n) %(double)"
  return text
}
System.print(f.call(4)) // expect: 4 8
