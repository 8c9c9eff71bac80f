{
  class Local {
    construct new() {}
    name { "local" }
  }
  System.print(Local.new().name) // expect: local
}
