/** The words and signs of a statement in SQL, as far as mutations need to know them. */
import type { Span } from '../../interpreter/source/source-file.js';

/** A token of a text of SQL; its place is one in the whole script. */
export interface SqlToken extends Span {
  readonly kind: 'word' | 'number' | 'text' | 'sign';
  /** Words in capital letters. */
  readonly text: string;
  /** How many parentheses are open around it; a parenthesis itself lies outside. */
  readonly depth: number;
}

const pattern = /(?<text>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?)|(?<word>\w+)|<>|!=|<=|>=|==|\S/g;

function kindOf(groups: Readonly<Record<string, string | undefined>>): SqlToken['kind'] {
  if (groups.text !== undefined) return 'text';
  if (groups.number !== undefined) return 'number';
  return groups.word !== undefined ? 'word' : 'sign';
}

/** The tokens of a part of a script, which holds SQL, without comments. */
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

/** The parts of a list of tokens between those of a text, such as `,`, that lie at its own depth. */
export function splitAt(tokens: readonly SqlToken[], separator: string): SqlToken[][] {
  const depth = tokens[0]?.depth;
  const parts: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.text === separator && token.depth === depth) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** The statements of a text of SQL; those in the body of a trigger belong to it. */
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

/** The place that tokens take together. */
export function spanOfTokens(tokens: readonly SqlToken[]): Span {
  return { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
}

/** Where words follow each other, from an index on; -1 for nowhere. */
export function findWords(tokens: readonly SqlToken[], words: string, from = 0): number {
  const wanted = words.split(' ');
  return tokens.findIndex(
    (_token, index) =>
      index >= from && wanted.every((word, offset) => tokens[index + offset]?.text === word),
  );
}

/** The tokens that follow an index up to one of some words at the same depth, or to the end. */
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
