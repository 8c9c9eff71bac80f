var list = [1, 2]
var copy = list.toList
System.print(copy) // expect: [1, 2]
System.print(copy == list) // expect: false
System.print("ab".toList) // expect: [a, b]
System.print((1..3).toList) // expect: [1, 2, 3]
