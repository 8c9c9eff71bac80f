var closures = []
for (i in 1..3) closures.add(Fn.new { i })
System.print(closures.map {|f| f.call() }.toList) // expect: [1, 2, 3]
