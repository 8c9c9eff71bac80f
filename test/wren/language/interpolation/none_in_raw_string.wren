System.print("""a %(1) b""") // expect: a %(1) b
