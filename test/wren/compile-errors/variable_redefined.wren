var a = 1
var a = 2  // expect error: Error at '2': Module variable is already defined.
