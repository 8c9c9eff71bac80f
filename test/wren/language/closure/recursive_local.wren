{
  var even
  var odd = Fn.new {|n| n == 0 ? false : even.call(n - 1) }
  even = Fn.new {|n| n == 0 ? true : odd.call(n - 1) }
  System.print(even.call(10)) // expect: true
}
