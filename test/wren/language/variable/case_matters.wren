var name = "lower"
var Name = "upper"
System.print(name + " " + Name) // expect: lower upper
