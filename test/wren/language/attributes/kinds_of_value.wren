#!text = "text"
#!number = 1.5
#!yes = true
#!no = false
#!name = identifier
class Foo {}
var own = Foo.attributes.self[null]
System.print(own["text"]) // expect: [text]
System.print(own["number"]) // expect: [1.5]
System.print(own["yes"]) // expect: [true]
System.print(own["no"]) // expect: [false]
System.print(own["name"]) // expect: [identifier]
