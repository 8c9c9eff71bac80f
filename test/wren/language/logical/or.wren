System.print(true || false) // expect: true
System.print(false || true) // expect: true
System.print(false || null) // expect: null
System.print(null || false) // expect: false
System.print(0 || "not this") // expect: 0
System.print(null || "default") // expect: default
