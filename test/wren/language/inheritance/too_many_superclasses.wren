var parent = Object
for (i in 1..1000) {
  class Child is parent {}
  parent = Child
}
System.print(parent.name) // expect: Child

class Last is parent {} // expect runtime error: Class 'Last' may not have more than 1000 superclasses.
