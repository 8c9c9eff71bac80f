class Zoo {
  static animal { Animal }
}
class Animal {
  construct new() {}
  sound { "..." }
}
class Dog is (Zoo.animal) {
  construct new() {}
  sound { "woof" + super.sound }
}
System.print(Dog.new().sound) // expect: woof...
