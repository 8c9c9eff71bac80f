var made = []
for (i in 1..2) {
  class Local {
    static write(value) { __value = value }
    static read { __value }
  }
  Local.write(i)
  made.add(Local)
}
System.print(made.map {|local| local.read }.toList) // expect: [1, 2]
