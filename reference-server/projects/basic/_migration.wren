// The tables of the specification, §2. Each migration runs once; add new ones at the end.

Db.migrate("001_create_users", `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  )
`)

// Deleting a user deletes the user's keys; 006 protects active ones.
Db.migrate("002_create_api_keys", `
  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    active INTEGER DEFAULT 1,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
  CREATE INDEX api_keys_user_id ON api_keys (user_id);
`)

Db.migrate("003_create_products", `
  CREATE TABLE products (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    description TEXT,
    price REAL NOT NULL,
    stock INTEGER DEFAULT 0,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
  CREATE INDEX products_newest ON products (created_at DESC, id DESC);
`)

// Number of products, maintained by triggers: counting them for every page of the list would take
// longer with each product.
Db.migrate("004_count_products", `
  CREATE TABLE product_count (total INTEGER NOT NULL);
  INSERT INTO product_count (total) SELECT COUNT(*) FROM products;
  CREATE TRIGGER product_added AFTER INSERT ON products
    BEGIN UPDATE product_count SET total = total + 1; END;
  CREATE TRIGGER product_removed AFTER DELETE ON products
    BEGIN UPDATE product_count SET total = total - 1; END;
`)

// A user with an active API key cannot be deleted by any script.
Db.migrate("006_keep_active_keys", `
  CREATE TRIGGER users_with_active_keys BEFORE DELETE ON users
    WHEN EXISTS (SELECT 1 FROM api_keys WHERE user_id = old.id AND active = 1)
    BEGIN SELECT RAISE(ABORT, 'the user has active API keys'); END
`)

// Keys are stored as hashes, with a prefix for lists: at most nine characters and at most a fifth
// of the key. SHA-256 is enough for keys of 256 random bits, which cannot be guessed.
Db.migrate("007_hash_api_keys", `
  ALTER TABLE api_keys RENAME COLUMN key TO key_hash;
  ALTER TABLE api_keys ADD COLUMN key_prefix TEXT NOT NULL DEFAULT '';
  UPDATE api_keys SET
    key_prefix = substr(substr(key_hash, 1, length(key_hash) / 5), 1, 9),
    key_hash = sha256(key_hash)
`)
