System.print(Fn.new {}.call()) // expect: null
System.print(Fn.new {
}.call()) // expect: null
System.print(Fn.new {
  var a = 1
}.call()) // expect: null
