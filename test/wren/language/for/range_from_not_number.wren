for (i in "a"..2) System.print(i) // expect runtime error: String does not implement '..(_)'.
