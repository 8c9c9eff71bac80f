System.print(null == null) // expect: true
System.print(null == false) // expect: false
System.print(null == 0) // expect: false
System.print(null != "") // expect: true
