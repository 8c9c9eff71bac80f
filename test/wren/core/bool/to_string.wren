System.print(true.toString == "true") // expect: true
System.print(false.toString == "false") // expect: true
