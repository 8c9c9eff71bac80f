_field = 1  // expect error: Error at '_field': Cannot reference a field outside of a class definition.
