System.print(null.type) // expect: Null
System.print(null is Object) // expect: true
