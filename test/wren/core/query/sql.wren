var query = `SELECT * FROM users WHERE id = ?`
System.print(query.sql) // expect: SELECT * FROM users WHERE id = ?
System.print(query) // expect: SELECT * FROM users WHERE id = ?
System.print(query.type) // expect: Query
System.print(query is Object) // expect: true
