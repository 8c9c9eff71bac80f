/** Class definitions and their methods. */
import type { Attribute, ClassStatement, Expression, MethodDefinition } from './ast.js';
import { precedence } from './grammar.js';
import { parseAttributes } from './parse-attributes.js';
import { parsePrecedence } from './parse-expression.js';
import { parseSignature } from './parse-signature.js';
import { parseBody } from './parse-statement.js';
import type { Parser } from './parser.js';

interface ClassPrefix {
  readonly isForeign: boolean;
  readonly attributes: readonly Attribute[] | undefined;
}

/** Parses a class after its keyword; `prefix` describes the tokens before it. */
export function parseClass(parser: Parser, prefix: ClassPrefix): ClassStatement {
  const { start } = parser.previous;
  const declaration = parser.scopes.declare(parser.consumeIdentifier('expectVariableName'));
  const superclass = parseSuperclass(parser);
  // Wren creates the class before its body: a bad superclass is an error of this line.
  const place = parser.placeFrom(start);
  parser.enter();
  parser.scopes.openScope();
  const methods = parseClassBody(parser);
  parser.scopes.closeScope();
  parser.leave();
  const { isForeign, attributes = [] } = prefix;
  return { kind: 'class', declaration, superclass, isForeign, attributes, methods, ...place };
}

function parseSuperclass(parser: Parser): Expression | undefined {
  return parser.match('is') ? parsePrecedence(parser, precedence.call) : undefined;
}

function parseClassBody(parser: Parser): MethodDefinition[] {
  const methods: MethodDefinition[] = [];
  parser.consume('{', 'expectClassBody');
  parser.matchLine();
  while (!parser.match('}')) {
    const method = parseMethod(parser);
    if (method === undefined) break;
    methods.push(method);
    if (parser.match('}')) break;
    parser.consumeLine('expectNewlineInClass');
  }
  return methods;
}

/** Parses a method; undefined if there is none. */
function parseMethod(parser: Parser): MethodDefinition | undefined {
  const attributes = parseAttributes(parser);
  const { start } = parser.current;
  const isForeign = parser.match('foreign');
  const isStatic = parser.match('static');
  parser.advance();
  parser.scopes.openMethod();
  const definition = parseSignature(parser);
  if (definition === undefined) {
    parser.fail('expectMethodDefinition');
    parser.scopes.closeFunction();
    if (attributes !== undefined) parser.scopes.leaveAttributes();
    return undefined;
  }
  const { name, signature, parameters, isConstructor } = definition;
  if (isStatic && isConstructor) parser.fail('constructorStatic');
  const type = isStatic ? 'static' : isConstructor ? 'constructor' : 'instance';
  const signatureEnd = parser.previousPlace();
  if (!isForeign) parser.consume('{', 'expectMethodBody');
  const body = isForeign ? undefined : parseBody(parser);
  parser.scopes.closeFunction();
  const { end, line } = parser.previous;
  return {
    kind: 'method',
    type,
    name,
    signature,
    parameters,
    signatureEnd,
    body,
    attributes: attributes ?? [],
    start,
    end,
    line,
  };
}
