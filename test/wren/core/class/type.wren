class Thing {}
System.print(Thing.type) // expect: Thing metaclass
System.print(Thing.type == Thing.type) // expect: true
System.print(Thing.type.type) // expect: Class
System.print(Class.type) // expect: Class
System.print(Object.type.type) // expect: Class
