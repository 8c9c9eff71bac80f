var a1 = 1
var camelCase = 2
var with_underscore = 3
var UPPER = 4
System.print(a1 + camelCase + with_underscore + UPPER) // expect: 10
