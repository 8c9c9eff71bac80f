var pairs = Fn.new {
  for (i in 1..3) {
    for (j in 1..3) {
      if (i * j == 4) return [i, j]
    }
  }
}
System.print(pairs.call()) // expect: [2, 2]
