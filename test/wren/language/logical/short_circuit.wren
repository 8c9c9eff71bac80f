var f = Fn.new {|value|
  System.print("evaluated %(value)")
  return value
}
f.call(false) && f.call("not reached") // expect: evaluated false
f.call(true) || f.call("not reached") // expect: evaluated true
f.call(1) && f.call(2)
// expect: evaluated 1
// expect: evaluated 2
f.call(null) || f.call(3)
// expect: evaluated null
// expect: evaluated 3
