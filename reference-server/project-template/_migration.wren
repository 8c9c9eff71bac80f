// Each migration runs once, when the server starts; add new ones at the end.

Db.migrate("001_create_notes", `
  CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP
  )
`)
