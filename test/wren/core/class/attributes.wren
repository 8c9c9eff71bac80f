#!color = "red"
#!size(width = 3, height = 4)
#lost = true
class Box {
  #!doc = "opens it"
  open(how) {}

  #!bare
  static close() {}
}
var own = Box.attributes.self
System.print(own[null]["color"]) // expect: [red]
System.print(own["size"]["width"]) // expect: [3]
System.print(own["size"]["height"]) // expect: [4]
System.print(own[null].containsKey("lost")) // expect: false
var methods = Box.attributes.methods
System.print(methods["open(_)"][null]["doc"]) // expect: [opens it]
System.print(methods["static close()"][null]["bare"]) // expect: [null]
