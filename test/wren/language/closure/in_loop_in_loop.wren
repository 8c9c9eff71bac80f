var closures = []
for (i in 1..2) {
  for (j in 1..2) {
    closures.add(Fn.new { "%(i)%(j)" })
  }
}
System.print(closures.map {|f| f.call() }.join(" ")) // expect: 11 12 21 22
