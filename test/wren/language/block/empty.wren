{}
if (true) {}
if (false) {} else {}
var i = 0
while (i > 0) {}
for (n in 1..3) {}
System.print("done") // expect: done
