/**
 * The text of a SQLite statement: places in it, errors about it, and its placeholders and names.
 */
import { type Stmt, traverse } from 'sqlite3-parser';
import { longestName } from './postgres-text.js';

/** A part of a statement with its place in the text, as offset and length in characters. */
export interface Placed {
  readonly span: { readonly offset: number; readonly length: number };
}

/** A place in an SQL text; line and column count from 1. */
export interface SqlPlace {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset in a text. */
export function sqlPlaceOf(sql: string, offset: number): SqlPlace {
  const before = sql.slice(0, offset);
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
  };
}

/** A statement that cannot be translated: the problem, its place, and what to write instead. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError';
  /** What to write instead; undefined when the statement is wrong on SQLite as well. */
  readonly instead: string | undefined;
  readonly place: SqlPlace;

  constructor(problem: string, instead: string | undefined, place: SqlPlace) {
    const where = `line ${place.line}, column ${place.column} of the SQL`;
    super(instead === undefined ? `${problem} (${where})` : `${problem} (${where}): ${instead}`);
    this.instead = instead;
    this.place = place;
  }
}

/** The placeholders and aliases of a statement, collected before its translation. */
export interface StatementScan {
  /** Number of the placeholder at each offset, counted from 0. */
  readonly placeholders: ReadonlyMap<number, number>;
  /** Spelling of each name that the statement itself defines, by its lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** SQLite's default limit (https://sqlite.org/limits.html); PostgreSQL's is twice as high. */
const mostPlaceholders = 32_766;

/**
 * Collects the placeholders and aliases of a statement.
 *
 * @throws TranslationError for names and placeholders that cannot be translated
 */
export function scanStatement(sql: string, root: Stmt): StatementScan {
  const offsets: number[] = [];
  const aliases = new Map<string, string>();
  const refuse = (at: Placed, problem: string, instead?: string): never => {
    throw new TranslationError(problem, instead, sqlPlaceOf(sql, at.span.offset));
  };
  const check = (name: string, at: Placed): void => {
    if (Buffer.byteLength(name) <= longestName) return;
    const problem = `The name ${name} is longer than ${longestName} bytes`;
    refuse(at, problem, 'shorten it: PostgreSQL would truncate it');
  };
  const define = (name: { readonly text: string }): void => {
    aliases.set(name.text.toLowerCase(), name.text);
  };
  traverse(root, {
    nodes: {
      VariableExpr(variable) {
        const { name, span } = variable;
        if (name !== '?') refuse(variable, `Placeholders must be question marks only, not ${name}`);
        if (offsets.push(span.offset) <= mostPlaceholders) return;
        const problem = `There are more than ${mostPlaceholders} placeholders`;
        refuse(variable, problem, 'pass a list as JSON, and read it with json_each');
      },
      Id: (id) => check(id.name, id),
      Name: (name) => check(name.text, name),
      AsAs: ({ name }) => define(name),
      ElidedAs: ({ name }) => define(name),
      CommonTableExpr({ tblName, columns = [] }) {
        define(tblName);
        for (const { colName } of columns) define(colName);
      },
    },
  });
  const inOrder = offsets.sort((a, b) => a - b);
  return { placeholders: new Map(inOrder.map((offset, index) => [offset, index])), aliases };
}
