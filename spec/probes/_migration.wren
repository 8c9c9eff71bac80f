// The tables that the probes work on.

Db.migrate("001_create_probe_fruits", `
  CREATE TABLE probe_fruits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    price REAL NOT NULL,
    stock INTEGER NOT NULL,
    origin TEXT
  )
`)

// Each column sorts these rows differently. No probe changes them.
Db.migrate("002_insert_probe_fruits", `
  INSERT INTO probe_fruits (id, name, price, stock, origin) VALUES
    (1, 'pear', 2.5, 30, 'garden'),
    (2, 'apple', 10, 5, 'garden'),
    (3, 'plum', 0.5, 40, NULL),
    (4, 'fig', 4, 10, NULL),
    (5, 'melon', 3, 20, NULL),
    (6, 'cherry', 12.25, 15, 'garden')
`)

// What probes write: entries of lists, which go away with their list.
Db.migrate("003_create_probe_entries", `
  CREATE TABLE probe_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    list TEXT NOT NULL,
    text TEXT NOT NULL
  )
`)

// How often migrations are applied: as many rows as this was.
Db.migrate("004_create_probe_applications", `
  CREATE TABLE probe_applications (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)
`)

Db.migrate("005_insert_probe_application", `
  INSERT INTO probe_applications (name) VALUES ('005_insert_probe_application')
`)

// Semicolons inside of statements do not end them. These are the last migrations: a service that
// fails here has applied the others.
Db.migrate("006_create_probe_marks", `
  CREATE TABLE probe_marks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number; it's new for each row
    text TEXT NOT NULL /* a text; "any" */
  )
`)

Db.migrate("007_create_probe_trigger", `
  CREATE TRIGGER probe_marks_added AFTER INSERT ON probe_marks WHEN NEW.text = 'one; two'
  BEGIN
    INSERT INTO probe_marks (text) VALUES ('from a trigger');
    INSERT INTO probe_marks (text) VALUES ('its end;');
  END
`)

Db.migrate("008_insert_probe_mark", `
  INSERT INTO probe_marks (text) VALUES ('one; two')
`)
