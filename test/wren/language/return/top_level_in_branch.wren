if (true) {
  System.print("in branch") // expect: in branch
  return
}
System.print("not reached")
