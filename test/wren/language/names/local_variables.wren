{
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
  var f = Fn.new { [constructor, arguments, eval, await, yield, let, undefined] }
  System.print(f.call()) // expect: [1, 7, 8, 9, 10, 11, 13]
  System.print([prototype, toString, valueOf, then, hasOwnProperty]) // expect: [2, 3, 4, 5, 6]
  System.print([default, NaN]) // expect: [12, 14]
}
