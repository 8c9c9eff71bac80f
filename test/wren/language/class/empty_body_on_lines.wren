class Empty {
}
System.print(Empty) // expect: Empty
