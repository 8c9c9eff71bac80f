var sum = 0
(1..4).each {|n| sum = sum + n }
System.print(sum) // expect: 10
