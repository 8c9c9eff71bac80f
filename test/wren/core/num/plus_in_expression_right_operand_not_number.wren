var total = 1
var text = "2"
System.print(total + 1) // expect: 2
System.print(total + text) // expect runtime error: Right operand must be a number.
