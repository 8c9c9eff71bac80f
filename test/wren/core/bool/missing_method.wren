true.flip() // expect runtime error: Bool does not implement 'flip()'.
