super.act(nobody) // expect error: Error at 'super': Cannot use 'super' outside of a method.
// expect error line 1: Error at 'nobody': Variable is used but not defined.
