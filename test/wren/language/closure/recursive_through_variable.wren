var factorial
factorial = Fn.new {|n| n < 2 ? 1 : n * factorial.call(n - 1) }
System.print(factorial.call(10)) // expect: 3628800
