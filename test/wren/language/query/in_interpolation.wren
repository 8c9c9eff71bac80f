System.print("run %(`SELECT 1`)") // expect: run SELECT 1
