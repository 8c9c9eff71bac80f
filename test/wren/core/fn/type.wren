System.print(Fn.new {}.type) // expect: Fn
System.print(Fn.new {} is Fn) // expect: true
