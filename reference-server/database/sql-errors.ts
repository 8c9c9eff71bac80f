/**
 * Advice for frequent mistakes in the SQL of scripts, where the database's own message gives none.
 * Both engines refuse the same statements, with the same words.
 */

/** Quoted texts and names, and comments. */
const quoted =
  /'(?:[^']|'')*'?|"((?:[^"]|"")*)"|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * SQLite's and PostgreSQL's message for a name in double quotes that no column has. SQLite can be
 * compiled to take it for a text, which hides mistyped columns (https://sqlite.org/quirks.html#dblquote).
 */
const noSuchColumn = /^no such column: "(.*)" - should this be|^column "(.*)" does not exist/s;

/** What the method `order` adds to a statement. */
const addedOrder = /\nORDER BY "(?:[^"]|"")*"(?:\."(?:[^"]|"")*")* (?:ASC|DESC)(?:\nLIMIT \d+)?$/;

/** The line on which an SQL text has a name in double quotes, counted from 1; 0 when it has none. */
function lineOfQuoted(sql: string, name: string): number {
  for (const { 1: content, index } of sql.matchAll(quoted)) {
    if (content === undefined || content.replaceAll('""', '"') !== name) continue;
    return sql.slice(0, index).split('\n').length;
  }
  return 0;
}

function explainQuotes(message: string, sql: string, linesBefore: number): string | undefined {
  const found = noSuchColumn.exec(message);
  const name = found?.[1] ?? found?.[2];
  if (name === undefined) return undefined;
  const line = lineOfQuoted(sql.replace(addedOrder, ''), name);
  if (line === 0) {
    return addedOrder.test(sql) ? `no such column: "${name}", by which order sorts` : undefined;
  }
  return (
    `no such column: "${name}" (line ${linesBefore + line} of the SQL). ` +
    `If it is a text, write it in single quotes: '${name.replaceAll("'", "''")}'`
  );
}

/** Further mistakes: the beginning of the message, what the statement contains, and the advice. */
const syntaxErrors: readonly [message: RegExp, statement: RegExp, advice: string][] = [
  [
    /^near "%": syntax error/,
    /%\(/,
    'SQL has no interpolation: write a question mark and pass the value, as in first([id])',
  ],
  [
    /^near "ORDER": syntax error/,
    addedOrder,
    'order adds ORDER BY at the end, so the statement must not have ORDER BY, LIMIT or OFFSET. ' +
      'The fourth argument of order limits the rows',
  ],
];

/**
 * The message of a database for a statement that it refuses, with what to write instead.
 *
 * @param linesBefore lines of a migration before the statement
 */
export function explainSqlError(message: string, sql: string, linesBefore = 0): string {
  const explained = explainQuotes(message, sql, linesBefore);
  if (explained !== undefined) return explained;
  const found = syntaxErrors.find(
    ([pattern, statement]) => pattern.test(message) && statement.test(sql),
  );
  return found === undefined ? message : `${message}. ${found[2]}`;
}
