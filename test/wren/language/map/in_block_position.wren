var f = Fn.new {
  return {"a": 1}
}
System.print(f.call()) // expect: {a: 1}
