/** PostgreSQL's SQL as text: quoting, and statements that scripts write in it themselves. */

/**
 * Maximum length of a name, in bytes; PostgreSQL truncates longer names
 * (https://www.postgresql.org/docs/18/sql-syntax-lexical.html).
 */
export const longestName = 63;

/** A name as a quoted identifier, which keeps its case. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a literal without a type. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const nativeMark = /^\s*(?:--[ \t]*postgresql[ \t]*\n|\/\*\s*postgresql\s*\*\/)/i;

/** Whether an SQL text begins with the comment that marks PostgreSQL's SQL. */
export const isNative = (sql: string): boolean => nativeMark.test(sql);

/**
 * Texts, names and comments of PostgreSQL, in which a question mark is not a placeholder. Each may
 * lack its end: otherwise many starts without an end would take quadratic time. An E that ends a
 * name begins no text with escapes.
 */
const token =
  /(?<![\w$\x80-\uffff])[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w$\x80-\uffff])(\$(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$)[\s\S]*?(?:\1|$)|\?/g;

/** The parts of a text of PostgreSQL's SQL between its placeholders. */
export function splitNative(sql: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: part, index } of sql.matchAll(token)) {
    if (part !== '?') continue;
    parts.push(sql.slice(start, index));
    start = index + 1;
  }
  parts.push(sql.slice(start));
  return parts;
}

const comments = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|;)+/;

/** The first word of a statement, in capitals; empty when there is none. */
export function firstWord(sql: string): string {
  return (/^\w+/.exec(sql.replace(comments, ''))?.[0] ?? '').toUpperCase();
}

/**
 * Statements that end a transaction, or whose effect would last until the connection's next user.
 */
const forbidden = new Set(
  (
    'SET RESET DISCARD BEGIN START COMMIT END ROLLBACK ABORT SAVEPOINT RELEASE PREPARE EXECUTE ' +
    'DEALLOCATE LISTEN UNLISTEN DECLARE FETCH MOVE CLOSE COPY LOAD'
  ).split(' '),
);

/** PostgreSQL nests comments; then they end elsewhere than `token` and `firstWord` assume. */
function hasNestedComment(sql: string): boolean {
  return (sql.match(token) ?? []).some((part) => part.startsWith('/*') && part.includes('/*', 2));
}

/** The problem of a statement in PostgreSQL's SQL; undefined when there is none. */
export function findNativeProblem(sql: string): string | undefined {
  const plain = sql.replace(token, (part) => (part === '?' ? part : ' '));
  if (/;\s*\S/.test(plain)) return 'The SQL contains more than one statement';
  if (hasNestedComment(sql)) return 'The SQL contains a comment within a comment';
  const word = firstWord(sql);
  if (forbidden.has(word)) return `${word} is not available, because connections are shared`;
  return undefined;
}
