var text = "abc"
var count = text // a comment before the chain goes on
  .toString // and another
  .count
System.print(count) // expect: 3
