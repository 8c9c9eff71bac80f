System.print("é%("ü")€") // expect: éü€
