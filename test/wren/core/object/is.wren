class Animal {}
class Bird is Animal {
  construct new() {}
}
var bird = Bird.new()
System.print(bird is Bird) // expect: true
System.print(bird is Animal) // expect: true
System.print(bird is Object) // expect: true
System.print(bird is Num) // expect: false
System.print(Bird is Class) // expect: true
System.print(Bird is Animal) // expect: false
System.print(1 is Num) // expect: true
System.print("" is Sequence) // expect: true
System.print(null is Null) // expect: true
System.print(true is Bool) // expect: true
