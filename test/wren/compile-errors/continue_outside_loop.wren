continue  // expect error: Error at 'continue': Cannot use 'continue' outside of a loop.
