var closures = []
var i = 0
while (i < 3) {
  var j = i
  closures.add(Fn.new { j })
  i = i + 1
}
System.print(closures.map {|f| f.call() }.toList) // expect: [0, 1, 2]
