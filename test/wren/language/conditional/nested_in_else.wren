var sign = Fn.new {|n| n < 0 ? "-" : n > 0 ? "+" : "0" }
System.print(sign.call(-2) + sign.call(0) + sign.call(2)) // expect: -0+
