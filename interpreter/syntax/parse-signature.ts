/** Parses the signatures of method definitions. */
import type { Declaration } from './ast.js';
import { grammar, type SignatureForm } from './grammar.js';
import type { Parser } from './parser.js';
import {
  getterSignature,
  methodSignature,
  nameSignature,
  type Signature,
  subscriptSignature,
} from './signature.js';

const maxMethodNameLength = 64;

type SignatureParser = (parser: Parser, name: string) => Signature;

const signatureParsers: Readonly<Record<SignatureForm, SignatureParser>> = {
  infix: parseInfix,
  unary: (_parser, name) => getterSignature(name),
  mixed: parseMixed,
  subscript: parseSubscript,
  named: parseNamed,
  constructor: parseConstructor,
};

/**
 * Parses the signature that begins with the last token, and declares its parameters in the method's
 * scope. Undefined if no method can begin with that token.
 */
export function parseSignature(parser: Parser): Signature | undefined {
  const form = grammar[parser.previous.kind].signature;
  if (form === undefined) return undefined;
  const name = form === 'named' ? parseMethodName(parser) : parser.previous.kind;
  return signatureParsers[form](parser, name);
}

/** The last token as the name of a method. */
export function parseMethodName(parser: Parser): string {
  const { text } = parser.previous;
  if (text.length <= maxMethodNameLength) return text;
  parser.fail('methodNameTooLong');
  return text.slice(0, maxMethodNameLength);
}

/** Parses one or more parameters. */
export function parseParameters(parser: Parser): Declaration[] {
  const parameters: Declaration[] = [];
  do {
    parser.matchLine();
    parser.checkArity(parameters.length + 1);
    parameters.push(parseParameter(parser));
  } while (parser.match(','));
  return parameters;
}

function parseParameter(parser: Parser): Declaration {
  return parser.scopes.declare(parser.consumeIdentifier('expectVariableName'));
}

/** `+(other)` */
function parseInfix(parser: Parser, name: string): Signature {
  parser.consume('(', 'expectOperatorParameter');
  return parseOperand(parser, name);
}

/** `-` or `-(other)` */
function parseMixed(parser: Parser, name: string): Signature {
  return parser.match('(') ? parseOperand(parser, name) : getterSignature(name);
}

function parseOperand(parser: Parser, name: string): Signature {
  const parameter = parseParameter(parser);
  parser.consume(')', 'expectParameterEnd');
  return methodSignature(name, [parameter]);
}

/** `[index]` or `[index]=(value)` */
function parseSubscript(parser: Parser): Signature {
  const indices = parseParameters(parser);
  parser.consume(']', 'expectSubscriptParametersEnd');
  const value = parseSetterParameter(parser);
  const signature = subscriptSignature(indices.length, value !== undefined);
  const parameters = value === undefined ? indices : [...indices, value];
  return { name: '', signature, parameters, isConstructor: false };
}

/** `name`, `name=(value)` or `name(…)` */
function parseNamed(parser: Parser, name: string): Signature {
  const value = parseSetterParameter(parser);
  if (value !== undefined) {
    const signature = nameSignature(name, 'setter', 1);
    return { name, signature, parameters: [value], isConstructor: false };
  }
  if (!parser.match('(')) return getterSignature(name);
  // Only this empty list may contain a newline.
  parser.matchLine();
  return methodSignature(name, parseParameterListEnd(parser));
}

/** `construct name(…)` */
function parseConstructor(parser: Parser): Signature {
  parser.consume('name', 'expectConstructorName');
  const name = parseMethodName(parser);
  if (parser.match('=')) parser.fail('constructorSetter');
  const hasParameters = parser.match('(');
  if (!hasParameters) parser.fail('constructorGetter');
  const parameters = hasParameters ? parseParameterListEnd(parser) : [];
  return { ...methodSignature(name, parameters), isConstructor: true };
}

function parseSetterParameter(parser: Parser): Declaration | undefined {
  if (!parser.match('=')) return undefined;
  parser.consume('(', 'expectSetterParameter');
  const parameter = parseParameter(parser);
  parser.consume(')', 'expectParameterEnd');
  return parameter;
}

function parseParameterListEnd(parser: Parser): readonly Declaration[] {
  if (parser.match(')')) return [];
  const parameters = parseParameters(parser);
  parser.consume(')', 'expectParametersEnd');
  return parameters;
}
