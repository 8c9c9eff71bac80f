/** The tokens of SQL statements, in the detail that mutations need. */
import type { Span } from '../../../interpreter/source/source-file.js';

/** A token of an SQL text; its span is relative to the whole script. */
export interface SqlToken extends Span {
  readonly kind: 'word' | 'number' | 'text' | 'sign';
  /** The text of the token; words in upper case. */
  readonly text: string;
  /** Number of parentheses open around the token; a parenthesis does not count itself. */
  readonly depth: number;
}

const pattern = /(?<text>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?)|(?<word>\w+)|<>|!=|<=|>=|==|\S/g;

function kindOf(groups: Readonly<Record<string, string | undefined>>): SqlToken['kind'] {
  if (groups.text !== undefined) return 'text';
  if (groups.number !== undefined) return 'number';
  return groups.word !== undefined ? 'word' : 'sign';
}

/** Reads the tokens of a span of a script that contains SQL without comments. */
export function readSql(script: string, { start, end }: Span): SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const match of script.slice(start, end).matchAll(pattern)) {
    const [text] = match;
    const at = start + match.index;
    if (text === ')') depth -= 1;
    const kind = kindOf(match.groups ?? {});
    const shown = kind === 'word' ? text.toUpperCase() : text;
    tokens.push({ kind, text: shown, depth, start: at, end: at + text.length });
    if (text === '(') depth += 1;
  }
  return tokens;
}

/** Splits tokens at a separator, such as `,`, with the depth of the first token. */
export function splitAt(tokens: readonly SqlToken[], separator: string): SqlToken[][] {
  const depth = tokens[0]?.depth;
  const parts: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.text === separator && token.depth === depth) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** Splits tokens into statements; the body of a trigger belongs to its statement. */
export function splitStatements(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokens) {
    const current = statements.at(-1) ?? [];
    const isWithin = findWords(current, 'CREATE TRIGGER') === 0 && current.at(-1)?.text !== 'END';
    if (token.text === ';' && !isWithin) statements.push([]);
    else current.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

/** The span from the first to the last token. */
export function spanOfTokens(tokens: readonly SqlToken[]): Span {
  return { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
}

/** The index of the first of consecutive words, searched from an index on; -1 if not found. */
export function findWords(tokens: readonly SqlToken[], words: string, from = 0): number {
  const wanted = words.split(' ');
  return tokens.findIndex(
    (_token, index) =>
      index >= from && wanted.every((word, offset) => tokens[index + offset]?.text === word),
  );
}

/** The tokens from an index up to an end word at the same depth or a lower depth. */
export function takeUntil(
  tokens: readonly SqlToken[],
  from: number,
  ends: readonly string[],
): SqlToken[] {
  const depth = tokens[from]?.depth ?? 0;
  const isEnd = (token: SqlToken) =>
    token.depth < depth || (token.depth === depth && ends.includes(token.text));
  const rest = tokens.slice(from);
  const end = rest.findIndex(isEnd);
  return end === -1 ? rest : rest.slice(0, end);
}
