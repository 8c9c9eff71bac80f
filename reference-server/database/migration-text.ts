/**
 * The SQL of a migration, statement by statement: each of them runs by itself, and all of them can
 * be looked at before the first one does.
 */

import { hash } from 'node:crypto';
import { isSetting, skipLeadIn } from './sql-text.js';

/** The same for a text whose lines end in another way, as they may in a copy. */
export function checksumOf(sql: string): string {
  return hash('sha256', sql.replaceAll('\r\n', '\n'));
}

/** What SQL consists of, as far as it matters for where a statement ends. */
const token =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\w+|\s+|[\s\S]/g;

const blank = /^(?:\s|--|\/\*)/;

const triggerHead = /^create (?:temp |temporary )?trigger /;

/** Finds the ends of statements as SQLite does: that of a trigger is `END;` after a semicolon. */
class Splitter {
  readonly statements: string[] = [];
  #text = '';
  /** The words and signs of the statement so far, but no more than tell what it is. */
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
    // A semicolon alone is no statement, nor are comments.
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

/** The statements of an SQL text, with the comments before them. */
export function splitStatements(sql: string): string[] {
  const splitter = new Splitter();
  for (const [part] of sql.matchAll(token)) splitter.add(part);
  splitter.finish();
  return splitter.statements;
}

/** What would end the migration's transaction or reach beyond it. */
const refused = /^(?:begin|commit|end|rollback|savepoint|release|attach|detach|vacuum)\b/i;

/** Settings that belong to the transaction or to the database, and are undone with the migration. */
const allowedPragma =
  /^pragma\s+(?:\w+\s*\.\s*)?(?:defer_foreign_keys|user_version|application_id)\b/i;

/**
 * Refuses a statement that would end a migration's transaction, or reach beyond it.
 *
 * @throws Error that names the statement's first words
 */
export function checkMigrationStatement(statement: string): void {
  const text = skipLeadIn(statement);
  const isRefused = refused.test(text) || (isSetting(text) && !allowedPragma.test(text));
  if (!isRefused) return;
  const [start = ''] = /^\w+(?:\s+\w+)?/.exec(text) ?? [];
  throw new Error(
    `its SQL must not contain ${start.toUpperCase()}, since it is applied as a whole or not at all`,
  );
}
