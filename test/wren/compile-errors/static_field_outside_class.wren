System.print(__field)  // expect error: Error at '__field': Cannot use a static field outside of a class definition.
