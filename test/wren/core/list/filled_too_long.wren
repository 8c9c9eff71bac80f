List.filled(1e15, 0) // expect runtime error: List is too long.
