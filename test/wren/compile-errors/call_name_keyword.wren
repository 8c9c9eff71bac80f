System.class  // expect error: Error at 'class': Expect method name after '.'.
