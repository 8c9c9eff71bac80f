{
  var a = 1
  {
    var b = a + 1
    {
      var a = b + 1
      System.print(a) // expect: 3
    }
    System.print(b) // expect: 2
  }
  System.print(a) // expect: 1
}
