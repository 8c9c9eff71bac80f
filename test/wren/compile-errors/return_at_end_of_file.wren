System.print(1)
return // expect error: Error at end of file: Expected expression.