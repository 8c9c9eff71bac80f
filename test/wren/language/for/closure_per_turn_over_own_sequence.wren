class Letters is Sequence {
  construct new() {}
  iterate(i) { i == null ? 0 : (i == 2 ? false : i + 1) }
  iteratorValue(i) { "abc"[i] }
}
var closures = []
for (letter in Letters.new()) closures.add(Fn.new { letter })
System.print(closures.map {|f| f.call() }.join()) // expect: abc
