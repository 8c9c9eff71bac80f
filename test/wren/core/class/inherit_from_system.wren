class Machine is System {
  construct new() {}
}
System.print(Machine.new() is System) // expect: true
