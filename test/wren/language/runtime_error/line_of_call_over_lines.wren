var f = Fn.new {|a, b| a }
f.call(
  1,
  null.foo // expect runtime error: Null does not implement 'foo'.
)
