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
