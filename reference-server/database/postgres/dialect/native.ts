/** Statements in PostgreSQL's own SQL, which a script marks by a comment before them. */

const mark = /^\s*(?:--[ \t]*postgresql[ \t]*\n|\/\*\s*postgresql\s*\*\/)/i;

/** Whether a text says of itself that it is PostgreSQL's SQL. */
export const isNative = (sql: string): boolean => mark.test(sql);

/** Texts, names and comments of PostgreSQL, in which a question mark is no placeholder. */
const token =
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|\?/g;

/** The parts of a text between its placeholders. */
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

/** The first word of a statement, in capitals. */
export function firstWord(sql: string): string {
  return (/^\w+/.exec(sql.replace(comments, ''))?.[0] ?? '').toUpperCase();
}

/** What a connection would keep when it is lent to another request, and what ends transactions. */
const refused = new Set(
  (
    'SET RESET DISCARD BEGIN START COMMIT END ROLLBACK ABORT SAVEPOINT RELEASE PREPARE EXECUTE ' +
    'DEALLOCATE LISTEN UNLISTEN DECLARE FETCH MOVE CLOSE COPY LOAD'
  ).split(' '),
);

/** What is wrong with a statement of PostgreSQL's SQL; undefined for nothing. */
export function findNativeProblem(sql: string): string | undefined {
  const plain = sql.replace(token, (part) => (part === '?' ? part : ' '));
  if (/;\s*\S/.test(plain)) return 'The SQL contains more than one statement';
  const word = firstWord(sql);
  if (refused.has(word)) return `${word} is not available: requests share connections`;
  return undefined;
}
