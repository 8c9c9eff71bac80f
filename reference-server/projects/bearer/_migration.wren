// Runs after the migrations of basic.

Db.migrate("005_create_sessions", `
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE,
    expires_at DATETIME NOT NULL,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP
  )
`)

// Tokens are stored as hashes, like the keys in 007 of basic.
Db.migrate("008_hash_tokens", `
  ALTER TABLE sessions RENAME COLUMN token TO token_hash;
  ALTER TABLE sessions ADD COLUMN token_prefix TEXT NOT NULL DEFAULT '';
  UPDATE sessions SET
    token_prefix = substr(substr(token_hash, 1, length(token_hash) / 5), 1, 9),
    token_hash = sha256(token_hash)
`)
