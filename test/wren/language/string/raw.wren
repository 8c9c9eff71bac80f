System.print("""raw "quotes" and \n no escapes""") // expect: raw "quotes" and \n no escapes
