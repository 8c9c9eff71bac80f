{
  var a = 1
  {
    var a = a + 1
    {
      var a = a + 1
      System.print(a) // expect: 3
    }
  }
  System.print(a) // expect: 1
}
