class lower {
  construct new() {}
}
System.print(lower.new()) // expect: instance of lower
