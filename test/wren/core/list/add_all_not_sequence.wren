[].addAll(3) // expect runtime error: Num does not implement 'iterate(_)'.
