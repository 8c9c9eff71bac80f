System.print(Fn.new { "value" }.call()) // expect: value
System.print(Fn.new {
  "not returned"
}.call()) // expect: null
