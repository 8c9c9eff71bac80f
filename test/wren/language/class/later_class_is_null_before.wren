class First {
  static other { Second }
}
System.print(First.other) // expect: null
class Second {}
System.print(First.other) // expect: Second
