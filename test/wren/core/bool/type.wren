System.print(true.type) // expect: Bool
System.print(false is Bool) // expect: true
System.print(true is Object) // expect: true
