System.print(System) // expect: System
System.print(System.type) // expect: System metaclass
