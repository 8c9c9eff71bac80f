class A {}
System.print(A is A) // expect: false
System.print(A is Class) // expect: true
System.print(A is A.type) // expect: true
