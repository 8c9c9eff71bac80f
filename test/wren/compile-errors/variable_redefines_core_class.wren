var String = 1  // expect error: Error at '1': Module variable is already defined.
