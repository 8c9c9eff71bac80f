if (true) System.print("then") // expect: then
if (false) System.print("not reached")
