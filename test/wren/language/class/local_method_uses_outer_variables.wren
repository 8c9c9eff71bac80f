{
  var counter = "hidden, for lower case means this"
  class Local {
    construct new() {}
    counter { "getter" }
    read { counter }
  }
  System.print(Local.new().read) // expect: getter
}
