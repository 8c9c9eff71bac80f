class A {}
System.print(A.supertype) // expect: Object
System.print(Object.supertype) // expect: null
