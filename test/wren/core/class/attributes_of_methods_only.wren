class Box {
  #!doc = "opens it"
  open(how) {}
}
System.print(Box.attributes.self) // expect: null
System.print(Box.attributes.methods.count) // expect: 1
