System.print("0 %("1 %("2 %("3 %("4 %("5 %("6 %("7 %("8 %(9)")")")")")")")")")  // expect error: Error: Interpolation may only nest 8 levels deep.
