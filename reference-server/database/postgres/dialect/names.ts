/** PostgreSQL cuts longer names off, in bytes. */
export const longestName = 63;

/** A name as an identifier of PostgreSQL: every name is quoted, so it keeps its case. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a literal of PostgreSQL, without a type. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
