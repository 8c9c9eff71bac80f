System.print(1 is Object) // expect: true
System.print(null is Object) // expect: true
System.print(Object is Object) // expect: true
System.print(Class is Class) // expect: true
