1..2..3 // expect runtime error: Range does not implement '..(_)'.
