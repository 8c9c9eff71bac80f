var closures = []
{
  var i = 0
  while (i < 3) {
    closures.add(Fn.new { i })
    i = i + 1
  }
}
System.print(closures.map {|f| f.call() }.toList) // expect: [3, 3, 3]
