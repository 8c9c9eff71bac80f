var f = Fn.new {
  var a = 1
  return Fn.new {
    var b = 2
    return Fn.new {
      a = a + b
      return a
    }
  }
}
var inner = f.call().call()
System.print(inner.call()) // expect: 3
System.print(inner.call()) // expect: 5
