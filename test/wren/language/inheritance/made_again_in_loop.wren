var made = []
for (i in 1..3) {
  class Local {
    construct new() {}
    static number { i }
    number { i * 10 }
  }
  made.add(Local)
}
System.print(made.map {|c| c.name }.join(" ")) // expect: Local Local Local
System.print(made[0] == made[1]) // expect: false
System.print(made[0].new() is made[1]) // expect: false
