System.print("%([1, 2, 3].map {|n| n * 2 }.join(","))") // expect: 2,4,6
