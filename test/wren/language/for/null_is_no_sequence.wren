for (x in null) System.print(x) // expect runtime error: Null does not implement 'iterate(_)'.
