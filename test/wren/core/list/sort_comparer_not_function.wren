[1].sort(3) // expect runtime error: Comparer must be a function.
