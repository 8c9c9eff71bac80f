String.fromByte(65.5) // expect runtime error: Byte must be an integer.
