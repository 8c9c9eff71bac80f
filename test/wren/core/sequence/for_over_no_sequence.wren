for (n in 3) System.print(n) // expect runtime error: Num does not implement 'iterate(_)'.
