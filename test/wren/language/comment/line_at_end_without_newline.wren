System.print("ok") // expect: ok
// no newline after this
