String.fromByte("A") // expect runtime error: Byte must be a number.
