var a = 1;  // expect error: Error: Invalid character ';'.
