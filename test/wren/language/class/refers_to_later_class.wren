class First {
  static other { Second }
}
class Second {}
System.print(First.other) // expect: Second
