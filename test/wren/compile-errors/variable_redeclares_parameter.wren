Fn.new {|a|
  var a = 2  // expect error: Error at '2': Variable is already declared in this scope.
}
