var é = 1  // expect error: Error: Invalid byte 0xc3.  // expect error: Error: Invalid byte 0xa9.
