#!constructor = 1
#!prototype(valueOf = 2)
class Foo {}
var own = Foo.attributes.self
System.print(own[null]["constructor"]) // expect: [1]
System.print(own["prototype"]["valueOf"]) // expect: [2]
System.print(own[null]["toString"]) // expect: null
System.print(own["valueOf"]) // expect: null
