{
  class List {
    static own { true }
  }
  System.print(List.own) // expect: true
}
System.print([].type) // expect: List
