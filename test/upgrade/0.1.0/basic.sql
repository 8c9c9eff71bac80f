PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE _migrations (
  name TEXT PRIMARY KEY,
  applied_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
, checksum TEXT, residue INTEGER NOT NULL DEFAULT 0);
INSERT INTO "_migrations" VALUES('001_create_users','2026-11-29 00:13:10','259075075ae23c7f8883dc2cd0045620cddc47fad4e5ee1cc03d4209de3065ba',0);
INSERT INTO "_migrations" VALUES('002_create_api_keys','2026-11-29 00:13:10','e9381cf2884091e6bfe416df65dd01a22ab974b9cdf1114df559d93f8351454e',0);
INSERT INTO "_migrations" VALUES('003_create_products','2026-11-29 00:13:11','74556b81327ab0ea011c9beca2bd70cc096acac051af05303c7c846ff467053e',0);
INSERT INTO "_migrations" VALUES('004_count_products','2026-11-29 00:13:11','6a68beee980d3d20c4f7e0ab8987c9d342c041aee20e7d3c9f5d1d47f6fc1db8',0);
INSERT INTO "_migrations" VALUES('006_keep_active_keys','2026-11-29 00:13:11','7cc36197ec21ee2a4cf146d38ea4c338b00fe5e52d9f24cee2b6b466497d4dda',0);
INSERT INTO "_migrations" VALUES('007_hash_api_keys','2026-11-29 00:13:11','06fab7a58dfdee349b9a517268dc000bc64307ca73a02536f0fa14ba57f0a0cd',0);
CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_hash TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    active INTEGER DEFAULT 1,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP
  , key_prefix TEXT NOT NULL DEFAULT '');
INSERT INTO "api_keys" VALUES(1,'fbd1973c3661b87e775ef846189040ffe703575adbba327cb228dfe2c4d03570',1,1,'2026-11-29 00:13:11','tk_MMU-Un');
CREATE TABLE product_count (total INTEGER NOT NULL);
INSERT INTO "product_count" VALUES(1);
CREATE TABLE products (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    description TEXT,
    price REAL NOT NULL,
    stock INTEGER DEFAULT 0,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
INSERT INTO "products" VALUES(1,'Lamp',NULL,9.5,3,'2026-11-29 00:13:12','2026-11-29 00:13:12');
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
INSERT INTO "users" VALUES(1,'API user','api-user@localhost','2026-11-29 00:13:11','2026-11-29 00:13:11');
INSERT INTO "users" VALUES(2,'Ada','ada@example.com','2026-11-29 00:13:12','2026-11-29 00:13:12');
CREATE INDEX api_keys_user_id ON api_keys (user_id);
CREATE INDEX products_newest ON products (created_at DESC, id DESC);
CREATE TRIGGER product_added AFTER INSERT ON products
    BEGIN UPDATE product_count SET total = total + 1; END;
CREATE TRIGGER product_removed AFTER DELETE ON products
    BEGIN UPDATE product_count SET total = total - 1; END;
CREATE TRIGGER users_with_active_keys BEFORE DELETE ON users
    WHEN EXISTS (SELECT 1 FROM api_keys WHERE user_id = old.id AND active = 1)
    BEGIN SELECT RAISE(ABORT, 'the user has active API keys'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',2);
INSERT INTO "sqlite_sequence" VALUES('api_keys',1);
INSERT INTO "sqlite_sequence" VALUES('products',1);
COMMIT;
