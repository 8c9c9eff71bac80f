import "./_shapes" for Square as A
import "./_shapes" for Square as B
System.print(A == B) // expect: true
System.print(A.new(1) is B) // expect: true
