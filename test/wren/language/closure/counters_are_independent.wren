var makeCounter = Fn.new {
  var count = 0
  return Fn.new { count = count + 1 }
}
var a = makeCounter.call()
var b = makeCounter.call()
System.print(a.call()) // expect: 1
System.print(a.call()) // expect: 2
System.print(b.call()) // expect: 1
