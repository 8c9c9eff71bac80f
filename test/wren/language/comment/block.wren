/* before */ System.print( /* inside */ "ok" /* after */ ) // expect: ok
