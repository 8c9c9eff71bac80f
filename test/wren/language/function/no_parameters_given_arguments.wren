System.print(Fn.new { "extra are dropped" }.call(1, 2, 3)) // expect: extra are dropped
