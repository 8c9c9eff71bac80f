System.print(null.toString == "null") // expect: true
