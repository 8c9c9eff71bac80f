System.print("/* no // comment */") // expect: /* no // comment */
