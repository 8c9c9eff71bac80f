/** SQL texts: their kinds, by their first words, and the ORDER BY that scripts add. */

/** Length of the longest statement, in bytes: SQLite's default (https://sqlite.org/limits.html). */
export const longestStatement = 1_000_000;

/** Everything that SQLite skips before a statement: blanks, empty statements, BOM, comments. */
const leadIn = /^(?:[\s;]|\xef\xbb\xbf|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))+/;

/** The words before an explained statement, of which the last two may be missing. */
const explaining = [/^explain\b/i, /^query\b/i, /^plan\b/i];

const pragma = /^pragma\b/i;

/** Pragmas that only read: the listed ones, and every pragma without an argument. */
const readingPragma =
  /^pragma\s+(?:\w+\s*\.\s*)?(?:(?:table_x?info|table_list|index_x?info|index_list|foreign_key_list|foreign_key_check|integrity_check|quick_check)\b|\w+[\s;]*$)/i;

/** A statement from its first word on. */
export function skipLeadIn(sql: string): string {
  return sql.replace(leadIn, '');
}

/**
 * The statement that an `EXPLAIN` explains, or the statement itself. SQLite executes most pragmas
 * while it prepares them, even if they are only explained.
 *
 * @param text the statement from its first word on
 */
export function skipExplain(text: string): string {
  return explaining.reduce(
    (rest, word) => (word.test(rest) ? skipLeadIn(rest.replace(word, '')) : rest),
    text,
  );
}

/**
 * Whether a statement is a `PRAGMA` that changes a setting (https://sqlite.org/pragma.html).
 *
 * @param text the statement from its first word on
 */
export function isSetting(text: string): boolean {
  return pragma.test(text) && !readingPragma.test(text);
}

const insertStatement = /^(?:with\b[\s\S]*\)\s*)?(?:insert|replace)\b/i;

/**
 * Whether a statement inserts rows.
 *
 * @param text the statement from its first word on
 */
export function isInsert(text: string): boolean {
  return insertStatement.test(text);
}

/** The order of a query. The column comes from a client, `allowed` from the script. */
export interface Ordering {
  readonly column: string | undefined;
  readonly direction: string | undefined;
  /** Columns to sort by, `name` or `table.name`; the first is the default. */
  readonly allowed: readonly [string, ...string[]];
  /** Maximum number of rows; a whole number, not negative. Default: no limit. */
  readonly limit?: number | undefined;
}

/** Quoted texts and names, comments, and what may end a statement; each may lack its end. */
const tokens =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\s;]+|[^'"`[\s;/-]+|[\s\S]/g;

const endToken = /^(?:[\s;]|--|\/\*)/;

/** A statement without the blanks, semicolons and comments behind it. */
function withoutEnd(sql: string): string {
  let length = 0;
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (!endToken.test(token)) length = index + token.length;
  }
  return sql.slice(0, length);
}

function quoteIdentifier(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/**
 * The statement with an ORDER BY clause, and a LIMIT clause when a limit is given (§1, `.order`).
 * A column that is not allowed never reaches the SQL. The first allowed column replaces it, so
 * that a client's mistake results in a sorted list and not in an error. `desc` in any letter case
 * sorts in descending order, everything else in ascending order.
 */
export function addOrderBy(sql: string, { column, direction, allowed, limit }: Ordering): string {
  const chosen = allowed.find((name) => name === column) ?? allowed[0];
  const order = direction?.toLowerCase() === 'desc' ? 'DESC' : 'ASC';
  const ordered = `${withoutEnd(sql)}\nORDER BY ${quoteIdentifier(chosen)} ${order}`;
  return limit === undefined ? ordered : `${ordered}\nLIMIT ${limit}`;
}
