Num.parse("1") // expect runtime error: Num metaclass does not implement 'parse(_)'.
