for (x in (1..6).where {|n| n % 2 == 0 }.map {|n| n * n }) System.print(x)
// expect: 4
// expect: 16
// expect: 36
