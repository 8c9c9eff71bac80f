var query = `SELECT name FROM users`
System.print(query.sql) // expect: SELECT name FROM users
System.print(query.type) // expect: Query
