var adder = Fn.new {|a| Fn.new {|b| a + b } }
var addTwo = adder.call(2)
System.print(addTwo.call(3)) // expect: 5
System.print(adder.call(10).call(3)) // expect: 13
