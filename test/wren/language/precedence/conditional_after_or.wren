System.print(false || true ? "a" : "b") // expect: a
