System.print(`SELECT 'é€'`.sql) // expect: SELECT 'é€'
