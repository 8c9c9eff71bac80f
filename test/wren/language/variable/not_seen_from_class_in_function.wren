var make = Fn.new {|prefix|
  class Local {
    construct new() {}
    prefix { "getter" }
    text { prefix + "!" }
  }
  return Local.new()
}
System.print(make.call("given").text) // expect: getter!
