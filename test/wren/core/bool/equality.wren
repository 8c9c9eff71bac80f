System.print(true == true) // expect: true
System.print(true == false) // expect: false
System.print(true == 1) // expect: false
System.print(false == null) // expect: false
System.print(true != true) // expect: false
System.print(true != false) // expect: true
System.print(false != 0) // expect: true
