/**
 * The grammar of expressions as one table, like `rules[]` in `wren_compiler.c`: the role of each
 * token at the beginning of an expression (`prefix`), after an operand (`infix`, with a
 * precedence), and as the name in a method definition (`signature`). The handlers of these forms
 * are in parse-expression.ts and parse-signature.ts.
 */
import type { TokenKind } from './scanner/token.js';

/** Precedence levels, loosest first; `none` marks tokens that end an expression. */
export const precedence = {
  none: 0,
  lowest: 1,
  /** The conditional operator. Assignments are parsed with their targets. */
  assignment: 2,
  conditional: 3,
  logicalOr: 4,
  logicalAnd: 5,
  equality: 6,
  is: 7,
  comparison: 8,
  bitwiseOr: 9,
  bitwiseXor: 10,
  bitwiseAnd: 11,
  shift: 12,
  range: 13,
  term: 14,
  factor: 15,
  unary: 16,
  call: 17,
} as const;

/** Role of a token at the beginning of an expression. */
export type PrefixForm =
  | 'group'
  | 'list'
  | 'map'
  | 'unary'
  | 'literal'
  | 'interpolation'
  | 'name'
  | 'field'
  | 'static-field'
  | 'this'
  | 'super';

/** Role of a token after an operand. */
export type InfixForm = 'operator' | 'logical' | 'conditional' | 'call' | 'subscript';

/** Role of a token as the name in a method definition. */
export type SignatureForm = 'infix' | 'unary' | 'mixed' | 'subscript' | 'named' | 'constructor';

/** The roles of a token; a role that is missing is an error. */
export interface Rule {
  readonly prefix?: PrefixForm;
  readonly infix?: InfixForm;
  readonly signature?: SignatureForm;
  readonly precedence: number;
}

const unused: Rule = { precedence: precedence.none };

function prefix(form: PrefixForm, signature?: SignatureForm): Rule {
  const rule: Rule = { prefix: form, precedence: precedence.none };
  return signature === undefined ? rule : { ...rule, signature };
}

function operator(level: number): Rule {
  return { infix: 'operator', signature: 'infix', precedence: level };
}

/** One row per kind of token. */
export const grammar: Readonly<Record<TokenKind, Rule>> = {
  '(': prefix('group'),
  ')': unused,
  '[': { prefix: 'list', infix: 'subscript', signature: 'subscript', precedence: precedence.call },
  ']': unused,
  '{': prefix('map'),
  '}': unused,
  ':': unused,
  '.': { infix: 'call', precedence: precedence.call },
  '..': operator(precedence.range),
  '...': operator(precedence.range),
  ',': unused,
  '*': operator(precedence.factor),
  '/': operator(precedence.factor),
  '%': operator(precedence.factor),
  '#': unused,
  '+': operator(precedence.term),
  '-': { prefix: 'unary', infix: 'operator', signature: 'mixed', precedence: precedence.term },
  '<<': operator(precedence.shift),
  '>>': operator(precedence.shift),
  '|': operator(precedence.bitwiseOr),
  '||': { infix: 'logical', precedence: precedence.logicalOr },
  '^': operator(precedence.bitwiseXor),
  '&': operator(precedence.bitwiseAnd),
  '&&': { infix: 'logical', precedence: precedence.logicalAnd },
  '!': prefix('unary', 'unary'),
  '~': prefix('unary', 'unary'),
  '?': { infix: 'conditional', precedence: precedence.assignment },
  '=': unused,
  '<': operator(precedence.comparison),
  '>': operator(precedence.comparison),
  '<=': operator(precedence.comparison),
  '>=': operator(precedence.comparison),
  '==': operator(precedence.equality),
  '!=': operator(precedence.equality),
  as: unused,
  break: unused,
  class: unused,
  construct: { signature: 'constructor', precedence: precedence.none },
  continue: unused,
  else: unused,
  false: prefix('literal'),
  for: unused,
  foreign: unused,
  if: unused,
  import: unused,
  in: unused,
  is: operator(precedence.is),
  null: prefix('literal'),
  return: unused,
  static: unused,
  super: prefix('super'),
  this: prefix('this'),
  true: prefix('literal'),
  var: unused,
  while: unused,
  name: prefix('name', 'named'),
  field: prefix('field'),
  'static-field': prefix('static-field'),
  number: prefix('literal'),
  string: prefix('literal'),
  interpolation: prefix('interpolation'),
  query: prefix('literal'),
  line: unused,
  error: unused,
  end: unused,
};
