System.print({}.iterate(null)) // expect: false
