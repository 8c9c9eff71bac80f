class Thing {}
System.print(Thing.name) // expect: Thing
System.print(Thing.type.name) // expect: Thing metaclass
System.print(Num.name) // expect: Num
System.print(Class.name) // expect: Class
