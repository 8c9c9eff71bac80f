System.print(Fn.new {
  1 + 1
}.call()) // expect: null
