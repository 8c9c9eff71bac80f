/** How a query shall be sorted. Column names come from a client; `allowed` from the script. */
export interface Ordering {
  readonly column: string | undefined;
  readonly direction: string | undefined;
  /** Columns that may be sorted by, `name` or `table.name`; the first is the default. */
  readonly allowed: readonly [string, ...string[]];
  /** The most rows to return; a whole number, not negative. */
  readonly limit?: number | undefined;
}

function quoteIdentifier(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/**
 * The statement with an ORDER BY clause, and a LIMIT clause when a limit is given (§1, `.order`).
 * A column that is not allowed never reaches the SQL: the first allowed one takes its place, so
 * that a client's mistake gives a sorted list and not an error. `desc` in any case is descending,
 * all else ascending.
 */
export function addOrderBy(sql: string, { column, direction, allowed, limit }: Ordering): string {
  const chosen = allowed.find((name) => name === column) ?? allowed[0];
  const order = direction?.toLowerCase() === 'desc' ? 'DESC' : 'ASC';
  const statement = sql.replace(/[\s;]+$/, '');
  // On a line of its own, since the statement may end in a comment.
  const ordered = `${statement}\nORDER BY ${quoteIdentifier(chosen)} ${order}`;
  return limit === undefined ? ordered : `${ordered}\nLIMIT ${limit}`;
}
