import type { Place } from '../../source/source-file.js';

/** Operators and punctuation. */
type Symbol =
  | '('
  | ')'
  | '['
  | ']'
  | '{'
  | '}'
  | ':'
  | '.'
  | '..'
  | '...'
  | ','
  | '*'
  | '/'
  | '%'
  | '#'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '|'
  | '||'
  | '^'
  | '&'
  | '&&'
  | '!'
  | '~'
  | '?'
  | '='
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!=';

const keywords = [
  'as',
  'break',
  'class',
  'construct',
  'continue',
  'else',
  'false',
  'for',
  'foreign',
  'if',
  'import',
  'in',
  'is',
  'null',
  'return',
  'static',
  'super',
  'this',
  'true',
  'var',
  'while',
] as const;

type Keyword = (typeof keywords)[number];

/**
 * Kind of a token. A string with interpolation is several tokens: `"a %(b) c"` becomes the
 * interpolation `a `, the name `b` and the string ` c`. A `line` is a line end, which ends
 * statements; `error` is text for which the scanner has reported an error.
 */
export type TokenKind =
  | Symbol
  | Keyword
  | 'name'
  | 'field'
  | 'static-field'
  | 'number'
  | 'string'
  | 'interpolation'
  | 'query'
  | 'line'
  | 'error'
  | 'end';

const keywordKinds: ReadonlyMap<string, Keyword> = new Map(keywords.map((word) => [word, word]));

/** The kind of a word that does not begin with an underscore. */
export function kindOfWord(text: string): TokenKind {
  return keywordKinds.get(text) ?? 'name';
}

/**
 * A token. The scanner reuses a few objects, so callers must copy what they keep. The line is that
 * of the token's end.
 */
export class Token implements Place {
  kind: TokenKind = 'error';
  start = 0;
  end = 0;
  line = 1;
  /** The text of a name, field, string, interpolation or query. */
  text = '';
  /** The value of a number. */
  number = 0;
}
