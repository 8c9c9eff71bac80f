var f = Fn.new {|x|
  var local = 5
  return [x, local]
}
System.print(f.call(1, 2)) // expect: [1, 5]
