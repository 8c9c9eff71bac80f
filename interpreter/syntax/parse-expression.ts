/** Expressions, by precedence climbing over the table in grammar.ts. */
import type { AssignmentTarget, Expression, Field, MapEntry } from './ast.js';
import { grammar, type InfixForm, precedence as levels, type PrefixForm } from './grammar.js';
import { checkJump } from './jump-limit.js';
import { makeCall, parseArgumentList, parseNamedCall, parseSuper } from './parse-call.js';
import type { Parser } from './parser.js';
import { isLocalName } from './scanner/character.js';
import { subscriptSignature } from './signature.js';

/** Parses the rest of an expression after its first token. */
type PrefixParser = (parser: Parser, canAssign: boolean) => Expression;

/** Parses the rest of an expression after its left operand and the following token. */
type InfixParser = (parser: Parser, left: Expression, canAssign: boolean) => Expression;

const prefixParsers: Readonly<Record<PrefixForm, PrefixParser>> = {
  group: parseGroup,
  list: parseList,
  map: parseMap,
  unary: parseUnary,
  literal: parseLiteral,
  interpolation: parseInterpolation,
  name: parseName,
  field: parseField,
  'static-field': parseStaticField,
  this: parseThis,
  super: parseSuper,
};

const infixParsers: Readonly<Record<InfixForm, InfixParser>> = {
  operator: parseOperator,
  logical: parseLogical,
  conditional: parseConditional,
  call: parseCall,
  subscript: parseSubscript,
};

/** Parses any expression. */
export function parseExpression(parser: Parser): Expression {
  return parsePrecedence(parser, levels.lowest);
}

/**
 * Parses an expression that binds at least as tightly as a level. Targets parse their assignments
 * themselves; `canAssign` states whether an `=` may follow.
 */
export function parsePrecedence(parser: Parser, level: number): Expression {
  parser.enter();
  parser.advance();
  const form = grammar[parser.previous.kind].prefix;
  if (form === undefined) {
    parser.fail('expectedExpression');
    parser.leave();
    return { kind: 'invalid', ...parser.previousPlace() };
  }
  const canAssign = level <= levels.conditional;
  let expression = prefixParsers[form](parser, canAssign);
  while (level <= grammar[parser.current.kind].precedence) {
    parser.advance();
    const { infix } = grammar[parser.previous.kind];
    if (infix !== undefined) expression = infixParsers[infix](parser, expression, canAssign);
  }
  parser.leave();
  return expression;
}

function parseGroup(parser: Parser): Expression {
  const expression = parseExpression(parser);
  parser.consume(')', 'expectGroupEnd');
  return expression;
}

function parseList(parser: Parser): Expression {
  const start = parser.previous.start;
  const elements: Expression[] = [];
  do {
    parser.matchLine();
    if (parser.at(']')) break;
    elements.push(parseExpression(parser));
  } while (parser.match(','));
  parser.matchLine();
  parser.consume(']', 'expectListEnd');
  const { end, line } = parser.previous;
  return { kind: 'list', elements, start, end, line };
}

function parseMap(parser: Parser): Expression {
  const start = parser.previous.start;
  const entries: MapEntry[] = [];
  do {
    parser.matchLine();
    if (parser.at('}')) break;
    const key = parsePrecedence(parser, levels.unary);
    parser.consume(':', 'expectMapColon');
    parser.matchLine();
    const value = parseExpression(parser);
    entries.push({ key, value, line: parser.previous.line });
  } while (parser.match(','));
  parser.matchLine();
  parser.consume('}', 'expectMapEnd');
  const { end, line } = parser.previous;
  return { kind: 'map', entries, start, end, line };
}

function parseUnary(parser: Parser): Expression {
  const { kind, start } = parser.previous;
  parser.matchLine();
  const receiver = parsePrecedence(parser, levels.call);
  return { ...makeCall(parser, receiver, kind, []), start };
}

function parseLiteral(parser: Parser): Expression {
  const { kind, text, number, start, end, line } = parser.previous;
  if (kind === 'query') {
    // Wren allows this after names and calls, not after literals; but queries exist to be called.
    parser.allowLineBeforeDot();
    return { kind, sql: text, start, end, line };
  }
  const value = kind === 'string' ? text : kind === 'number' ? number : (constants[kind] ?? null);
  return { kind: 'literal', value, start, end, line };
}

const constants: Readonly<Record<string, boolean>> = { true: true, false: false };

function parseInterpolation(parser: Parser): Expression {
  const start = parser.previous.start;
  const parts: Expression[] = [parseStringPart(parser)];
  do {
    if (parts.length > 1) parts.push(parseStringPart(parser));
    parser.matchLine();
    parts.push(parseExpression(parser));
    parser.matchLine();
  } while (parser.match('interpolation'));
  parser.consume('string', 'expectInterpolationEnd');
  parts.push(parseStringPart(parser));
  const { end, line } = parser.previous;
  return { kind: 'interpolation', parts, start, end, line };
}

function parseStringPart(parser: Parser): Expression {
  const { text: value, start, end, line } = parser.previous;
  return { kind: 'literal', value, start, end, line };
}

/**
 * Parses a variable, or a call on `this` in a method; only the call may have a block.
 * Undeclared names with an upper-case first letter are module variables.
 */
function parseName(parser: Parser, canAssign: boolean): Expression {
  const { text: name, start, end, line } = parser.previous;
  const local = parser.scopes.find(name);
  if (local === undefined && parser.scopes.isInMethod && isLocalName(name)) {
    return parseNamedCall(parser, { kind: 'this', start, end, line }, canAssign);
  }
  return parseVariable(parser, { kind: 'name', name, local, start, end, line }, canAssign);
}

function parseField(parser: Parser, canAssign: boolean): Expression {
  if (!parser.scopes.isInMethod) parser.fail('fieldOutsideClass');
  const field: Field = { kind: 'field', ...parser.previousIdentifier() };
  const expression = parseVariable(parser, field, canAssign);
  // A call chain may continue on the next line even after an assignment to a field.
  parser.allowLineBeforeDot();
  return expression;
}

function parseStaticField(parser: Parser, canAssign: boolean): Expression {
  const identifier = parser.previousIdentifier();
  if (!parser.scopes.isInMethod) {
    parser.fail('staticFieldOutsideClass');
    return { kind: 'invalid', ...parser.previousPlace() };
  }
  const local = parser.scopes.findStaticField(identifier);
  return parseVariable(parser, { kind: 'static-field', ...identifier, local }, canAssign);
}

function parseVariable(parser: Parser, target: AssignmentTarget, canAssign: boolean): Expression {
  if (canAssign && parser.match('=')) {
    const value = parseExpression(parser);
    const { end, line } = parser.previous;
    return { kind: 'assignment', target, value, start: target.start, end, line };
  }
  parser.allowLineBeforeDot();
  return target;
}

function parseThis(parser: Parser): Expression {
  if (!parser.scopes.isInMethod) parser.fail('thisOutsideMethod');
  const { start, end, line } = parser.previous;
  return { kind: 'this', start, end, line };
}

function parseOperator(parser: Parser, left: Expression): Expression {
  const { kind } = parser.previous;
  const level = grammar[kind].precedence;
  parser.matchLine();
  const right = parsePrecedence(parser, level + 1);
  return makeCall(parser, left, `${kind}(_)`, [right]);
}

function parseLogical(parser: Parser, left: Expression): Expression {
  const operator = parser.previous.kind === '&&' ? '&&' : '||';
  const level = grammar[operator].precedence;
  parser.matchLine();
  const right = parsePrecedence(parser, level + 1);
  checkJump(parser, right);
  const { end, line } = parser.previous;
  return { kind: 'logical', operator, left, right, start: left.start, end, line };
}

function parseConditional(parser: Parser, condition: Expression): Expression {
  parser.matchLine();
  const then = parsePrecedence(parser, levels.conditional);
  parser.consume(':', 'expectConditionalColon');
  parser.matchLine();
  checkJump(parser, then, 'branch');
  const otherwise = parsePrecedence(parser, levels.assignment);
  checkJump(parser, otherwise);
  const { start } = condition;
  const { end, line } = parser.previous;
  return { kind: 'conditional', condition, then, otherwise, start, end, line };
}

function parseCall(parser: Parser, receiver: Expression, canAssign: boolean): Expression {
  parser.matchLine();
  parser.consume('name', 'expectMethodName');
  return parseNamedCall(parser, receiver, canAssign);
}

function parseSubscript(parser: Parser, receiver: Expression, canAssign: boolean): Expression {
  const values: Expression[] = parseArgumentList(parser);
  const arity = values.length;
  parser.consume(']', 'expectSubscriptEnd');
  parser.allowLineBeforeDot();
  const isSetter = canAssign && parser.match('=');
  if (isSetter) {
    parser.checkArity(arity + 1);
    values.push(parseExpression(parser));
  }
  return makeCall(parser, receiver, subscriptSignature(arity, isSetter), values);
}
