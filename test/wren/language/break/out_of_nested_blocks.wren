while (true) {
  {
    var a = 1
    {
      var b = 2
      if (a < b) break
    }
  }
}
System.print("out") // expect: out
