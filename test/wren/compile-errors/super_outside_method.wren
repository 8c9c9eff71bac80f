super.foo  // expect error: Error at 'super': Cannot use 'super' outside of a method.
