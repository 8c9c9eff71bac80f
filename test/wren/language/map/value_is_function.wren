var map = {"add": Fn.new {|a, b| a + b }}
System.print(map["add"].call(1, 2)) // expect: 3
