for (x in 5) System.print(x) // expect runtime error: Num does not implement 'iterate(_)'.
