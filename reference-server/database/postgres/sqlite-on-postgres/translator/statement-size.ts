/**
 * The size of statements, checked before they are parsed: the time of a translation is limited by
 * it, and the parser compares each name of some lists with all names before it.
 */
import { tokenize, tokenName } from 'sqlite3-parser';
import { sqlPlaceOf, TranslationError } from './sqlite-text.js';

/** Length of the longest statement, in bytes: SQLite's default (https://sqlite.org/limits.html). */
const longestStatement = 1_000_000;

/** Enough for 32,766 placeholders, each in a row of its own. */
const mostTokens = 200_000;

/** SQLite's maximum number of columns (https://sqlite.org/limits.html). */
const mostNames = 2_000;

/** A shorter text has fewer names: each takes at least two characters. */
const shortText = 2 * mostNames;

/** Position of TABLE in `EXPLAIN QUERY PLAN CREATE TEMPORARY TABLE`. */
const lastHeadToken = 6;

/** The tokens between AS and the query of a common table. */
const afterAs: ReadonlySet<string> = new Set(['LP', 'NOT', 'MATERIALIZED']);

/** Tokens that are values and no names. */
const values: ReadonlySet<string | undefined> = new Set(['INTEGER', 'FLOAT', 'BLOB', 'VARIABLE']);

/** Counts the tokens of a statement, and the names of its lists. */
class SizeCounter {
  #tokens = 0;
  #depth = 0;
  #commonTables = 0;
  /** Definitions in the parentheses after CREATE TABLE. */
  #definitions = 0;
  #isTable = false;
  /** Names of the current list, each separated by a comma. */
  #names = 0;
  #isValueList = false;
  #previous: string | undefined;

  /**
   * Adds the next token.
   *
   * @returns the problem; undefined when the statement is small enough
   */
  add(token: string | undefined): string | undefined {
    this.#tokens++;
    if (token === 'TABLE' && this.#tokens <= lastHeadToken) this.#isTable = true;
    if (token === 'AS' && this.#depth === 0) this.#isTable = false;
    if (this.#previous === 'AS' && token !== undefined && afterAs.has(token)) this.#commonTables++;
    if (token === 'LP') this.#open();
    else if (token === 'RP') this.#close();
    else this.#countName(token);
    this.#previous = token;
    return this.#findProblem();
  }

  #open(): void {
    this.#depth++;
    this.#names = 0;
    this.#isValueList = this.#previous === 'IN';
  }

  #close(): void {
    this.#depth--;
    this.#names = 0;
  }

  #countName(token: string | undefined): void {
    if (token === 'COMMA') {
      if (this.#isTable && this.#depth === 1) this.#definitions++;
    } else if (values.has(token) || this.#isValueList) this.#names = 0;
    else if (this.#previous === 'COMMA') this.#names++;
    // An item of several tokens is not a name.
    else this.#names = 0;
  }

  #findProblem(): string | undefined {
    if (this.#tokens > mostTokens) return `A statement can have at most ${mostTokens} tokens`;
    if (this.#names >= mostNames) return `A list can have at most ${mostNames} names`;
    if (this.#definitions >= mostNames) return `A table can have at most ${mostNames} columns`;
    if (this.#commonTables > mostNames) return `WITH can define at most ${mostNames} tables`;
    return undefined;
  }
}

/**
 * Checks the size of a statement.
 *
 * @throws TranslationError that names the exceeded limit
 */
export function checkSize(sql: string): void {
  if (sql.length <= shortText) return;
  if (Buffer.byteLength(sql) > longestStatement) {
    const problem = `A statement can have at most ${longestStatement} bytes`;
    throw new TranslationError(problem, undefined, { line: 1, column: 1 });
  }
  const counter = new SizeCounter();
  for (const { type, span } of tokenize(sql)) {
    const problem = counter.add(tokenName(type));
    if (problem === undefined) continue;
    throw new TranslationError(problem, undefined, sqlPlaceOf(sql, span.offset));
  }
}
