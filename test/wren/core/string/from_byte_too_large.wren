String.fromByte(256) // expect runtime error: Byte cannot be greater than 0xff.
