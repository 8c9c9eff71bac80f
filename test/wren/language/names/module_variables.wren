var constructor = 1
var prototype = 2
var toString = 3
var valueOf = 4
var then = 5
var hasOwnProperty = 6
var arguments = 7
var eval = 8
var await = 9
var yield = 10
var let = 11
var default = 12
var undefined = 13
var NaN = 14
System.print([constructor, prototype, toString, valueOf, then]) // expect: [1, 2, 3, 4, 5]
System.print([hasOwnProperty, arguments, eval, await, yield]) // expect: [6, 7, 8, 9, 10]
System.print([let, default, undefined, NaN]) // expect: [11, 12, 13, 14]
