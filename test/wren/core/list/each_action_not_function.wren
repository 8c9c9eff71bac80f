[1].each(3) // expect runtime error: Num does not implement 'call(_)'.
