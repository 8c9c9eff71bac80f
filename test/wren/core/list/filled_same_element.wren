var inner = []
var list = List.filled(2, inner)
inner.add(1)
System.print(list) // expect: [[1], [1]]
