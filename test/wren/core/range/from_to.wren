System.print((1..5).from) // expect: 1
System.print((1..5).to) // expect: 5
System.print((5...1).from) // expect: 5
System.print((5...1).to) // expect: 1
