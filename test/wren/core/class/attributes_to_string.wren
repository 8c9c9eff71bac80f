#!color = "red"
class Box {
  #!doc = "opens it"
  open(how) {}
}
System.print(Box.attributes) // expect: attributes:{null: {color: [red]}} methods:{open(_): {null: {doc: [opens it]}}}
