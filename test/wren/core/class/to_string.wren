class Thing {}
System.print(Thing) // expect: Thing
System.print(Thing.type) // expect: Thing metaclass
System.print(List.toString + "!") // expect: List!
