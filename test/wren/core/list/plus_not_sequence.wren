[1] + 2 // expect runtime error: Num does not implement 'iterate(_)'.
