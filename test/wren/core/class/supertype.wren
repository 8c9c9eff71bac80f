class Animal {}
class Bird is Animal {}
System.print(Bird.supertype) // expect: Animal
System.print(Animal.supertype) // expect: Object
System.print(Object.supertype) // expect: null
System.print(Bird.type.supertype) // expect: Class
System.print(Class.supertype) // expect: Object
System.print(List.supertype) // expect: Sequence
System.print(Num.supertype) // expect: Object
