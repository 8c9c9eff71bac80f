var vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv = 1  // expect error: Error at '1': Variable name cannot be longer than 64 characters.
