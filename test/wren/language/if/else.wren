if (true) System.print("then") else System.print("else") // expect: then
if (false) System.print("then") else System.print("else") // expect: else
