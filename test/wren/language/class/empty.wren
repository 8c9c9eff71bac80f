class Empty {}
System.print(Empty) // expect: Empty
System.print(Empty.name) // expect: Empty
System.print(Empty.type) // expect: Empty metaclass
System.print(Empty.supertype) // expect: Object
