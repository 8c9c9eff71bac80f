var a = null
if (a == null || a.count == 0) System.print("safe") // expect: safe
if (a != null && a.count > 0) System.print("not reached")
