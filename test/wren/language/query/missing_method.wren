`SELECT 1`.nothing // expect runtime error: Query does not implement 'nothing'.
