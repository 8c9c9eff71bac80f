var query = `SELECT name
  FROM users`
System.print(query.sql.contains("\n")) // expect: true
System.print(query.sql.replace("\n", "|")) // expect: SELECT name|  FROM users
