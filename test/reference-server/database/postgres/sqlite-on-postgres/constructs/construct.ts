/** The entries of the table of constructs. */
import type { Step } from '../engines.js';

/** A construct of SQLite's SQL, and statements with it. */
export interface Construct {
  /** Its syntax or its name, in Markdown. */
  readonly construct: string;
  /** Its behaviour on SQLite, and its translation or behaviour on PostgreSQL, in Markdown. */
  readonly sqlite: string;
  readonly postgres: string;
  /** Statements with the same result on both engines. */
  readonly steps: readonly Step[];
  /** Statements that fail on both engines; they run after `steps`. */
  readonly failing?: readonly Step[];
  /** A statement with another outcome on PostgreSQL; it runs last. */
  readonly differs?: { readonly step: Step; readonly outcome: RegExp };
}

/** The constructs under a heading. */
export interface Group {
  readonly title: string;
  readonly constructs: readonly Construct[];
}

/** A construct whose statements have the same results on both engines. */
export function same(construct: string, postgres: string, ...steps: readonly Step[]): Construct {
  return { construct, sqlite: 'works', postgres, steps };
}

/** A construct whose statements fail on both engines, after the statements `before`. */
export function failing(
  construct: string,
  postgres: string,
  statements: readonly Step[],
  ...before: readonly Step[]
): Construct {
  return { construct, sqlite: 'works', postgres, steps: before, failing: statements };
}

/** A construct that is refused on PostgreSQL, or has another outcome there. */
export function different(
  construct: string,
  sqlite: string,
  postgres: string,
  step: Step,
  outcome: RegExp,
  ...before: readonly Step[]
): Construct {
  return { construct, sqlite, postgres, steps: before, differs: { step, outcome } };
}

/** SQL that creates the tables for the statements. */
export const given: readonly string[] = [
  `CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    email TEXT UNIQUE,
    age INTEGER,
    score REAL,
    data BLOB,
    born DATE,
    active BOOLEAN DEFAULT 1,
    settings TEXT
  )`,
  `INSERT INTO people (name, email, age, score, data, born, active, settings) VALUES
    ('Ada', 'ada@example.com', 36, 9.5, x'00ff41', '1815-12-10', 1, '{"theme":"dark","sizes":[1,2.5,"x"],"deep":{"b":true,"a":null}}'),
    ('Zoë', 'zoe@example.com', NULL, 7, NULL, '1990-01-31', 0, NULL),
    ('bob', 'bob@example.com', 20, NULL, x'', '2000-02-29', 1, '[]'),
    ('Ben', NULL, 20, -0.25, NULL, NULL, NULL, '{"theme":5}')`,
  `CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    total REAL,
    code TEXT,
    created_at DATETIME DEFAULT '2024-05-06 07:08:09'
  )`,
  `INSERT INTO orders (id, person_id, total, code) VALUES
    (1, 1, 10, '5'), (2, 1, 2.5, 'x10'), (3, 2, NULL, '007'), (7, 3, 100, NULL)`,
];
