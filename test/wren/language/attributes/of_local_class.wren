{
  #!inner = 1
  class Local {}
  System.print(Local.attributes.self[null]["inner"]) // expect: [1]
}
