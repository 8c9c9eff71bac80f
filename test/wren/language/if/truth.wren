var isTrue = Fn.new {|value|
  if (value) return true
  return false
}
System.print(isTrue.call(true)) // expect: true
System.print(isTrue.call(false)) // expect: false
System.print(isTrue.call(null)) // expect: false
System.print(isTrue.call(0)) // expect: true
System.print(isTrue.call("")) // expect: true
System.print(isTrue.call([])) // expect: true
System.print(isTrue.call(Num.nan)) // expect: true
System.print(isTrue.call(Object)) // expect: true
