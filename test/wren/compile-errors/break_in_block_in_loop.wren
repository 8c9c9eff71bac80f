while (true) {
  Fn.new {
    break  // expect error: Error at 'break': Cannot use 'break' outside of a loop.
  }
}
