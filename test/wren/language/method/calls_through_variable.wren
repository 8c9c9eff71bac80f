class Dog {
  construct new() {}
  speak() { "woof" }
}
class Cat {
  construct new() {}
  speak() { "meow" }
}
for (animal in [Dog.new(), Cat.new(), Dog.new()]) System.print(animal.speak())
// expect: woof
// expect: meow
// expect: woof
