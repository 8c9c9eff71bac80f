String.fromByte(-1) // expect runtime error: Byte cannot be negative.
