var done = false
while (!done) {
  done = true
  continue
}
System.print(done) // expect: true
