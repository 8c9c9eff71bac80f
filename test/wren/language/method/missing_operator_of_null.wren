null + 1 // expect runtime error: Null does not implement '+(_)'.
