var count
count = Fn.new {|n| n == 0 ? 0 : 1 + count.call(n - 1) }
System.print(count.call(5000)) // expect: 5000
