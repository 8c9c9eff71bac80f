System.print(List.new()) // expect: []
System.print(List.new().count) // expect: 0
