System.print(Map.new()) // expect: {}
System.print(Map.new().count) // expect: 0
