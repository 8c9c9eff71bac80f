


System.print("ok") // expect: ok
