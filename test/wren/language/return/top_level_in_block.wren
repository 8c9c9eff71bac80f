{
  System.print("in block") // expect: in block
  {
    return
  }
}
System.print("not reached")
