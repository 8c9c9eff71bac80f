class Query {}
System.print(Query) // expect: Query
