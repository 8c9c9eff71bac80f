import "./_fails" // expect runtime error: the module fails
