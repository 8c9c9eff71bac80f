var list = [1, 2, 3]
var result = list
  .map {|n| n * 2 }
  .where {|n| n > 2 }
  .toList
System.print(result) // expect: [4, 6]
