import "a%(1)"  // expect error: Error at '"a%(': Expect a string after 'import'.  // expect error: Error at '1': Expect end of file.
