System.print(true || true && false) // expect: true
