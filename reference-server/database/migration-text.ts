/**
 * The SQL of a migration, statement by statement. All statements are checked before the first runs.
 */

import { hash } from 'node:crypto';
import { messageOf } from '../../kit/errors.js';
import { explainSqlError } from './sql-errors.js';
import { isSetting, skipExplain, skipLeadIn } from './sql-text.js';

/** Checksum of a migration's SQL. It ignores line endings, which may differ in a copy. */
export function checksumOf(sql: string): string {
  return hash('sha256', sql.replaceAll('\r\n', '\n'));
}

/** Tokens of SQL, as far as they matter for the end of a statement. */
const token =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\w+|\s+|[\s\S]/g;

const blank = /^(?:\s|--|\/\*)/;

const triggerHead = /^create (?:temp |temporary )?trigger /;

/** Finds the ends of statements as SQLite does: a trigger ends with `END;` after a semicolon. */
class Splitter {
  readonly statements: string[] = [];
  #text = '';
  /** First words and signs of the statement: enough to recognize CREATE TRIGGER. */
  #head = '';
  #previous = '';
  #beforePrevious = '';

  add(part: string): void {
    this.#text += part;
    if (blank.test(part)) return;
    if (part === ';' && this.#isComplete()) {
      this.finish();
      return;
    }
    const word = part.toLowerCase();
    if (this.#head.split(' ').length <= 4) this.#head += `${word} `;
    this.#beforePrevious = this.#previous;
    this.#previous = word;
  }

  finish(): void {
    // A semicolon or a comment alone is not a statement.
    if (this.#head !== '') this.statements.push(this.#text.trim());
    this.#text = '';
    this.#head = '';
    this.#previous = '';
    this.#beforePrevious = '';
  }

  #isComplete(): boolean {
    if (!triggerHead.test(this.#head)) return true;
    return this.#previous === 'end' && this.#beforePrevious === ';';
  }
}

/** The statements of an SQL text, each with the comments before it. */
export function splitStatements(sql: string): string[] {
  const splitter = new Splitter();
  for (const [part] of sql.matchAll(token)) splitter.add(part);
  splitter.finish();
  return splitter.statements;
}

/**
 * An error of a statement in a migration, with what to write instead and its line.
 *
 * @param sql the text of the migration
 */
export function explainMigrationError(error: unknown, statement: string, sql: string): unknown {
  const message = messageOf(error);
  const before = sql.slice(0, Math.max(sql.indexOf(statement), 0));
  const explained = explainSqlError(message, statement, before.split('\n').length - 1);
  return explained === message ? error : new Error(explained, { cause: error });
}

/** Statements that would end the migration's transaction or have effects outside of it. */
const forbidden = /^(?:begin|commit|end|rollback|savepoint|release|attach|detach|vacuum)\b/i;

/** Settings of the transaction or the database: a rollback restores them. */
const allowedPragma =
  /^pragma\s+(?:\w+\s*\.\s*)?(?:defer_foreign_keys|user_version|application_id)\b/i;

/**
 * Refuses a statement that would end a migration's transaction or have effects outside of it.
 *
 * @throws Error that names the statement's first words
 */
export function checkMigrationStatement(statement: string): void {
  const text = skipExplain(skipLeadIn(statement));
  const isForbidden = forbidden.test(text) || (isSetting(text) && !allowedPragma.test(text));
  if (!isForbidden) return;
  const [start = ''] = /^\w+(?:\s+\w+)?/.exec(text) ?? [];
  throw new Error(
    `its SQL must not contain ${start.toUpperCase()}, because it is applied as a whole or not at all`,
  );
}
