/** Calls by name, with their arguments and blocks. */
import type { Argument, BlockArgument, Call, CallForm, Expression } from './ast.js';
import { parseExpression } from './parse-expression.js';
import { parseMethodName, parseParameters } from './parse-signature.js';
import { parseBody } from './parse-statement.js';
import type { Parser } from './parser.js';
import { nameSignature } from './signature.js';

interface CallTail {
  readonly form: CallForm;
  readonly arguments: readonly Argument[];
}

/** Parses the rest of a getter, method or setter call, after its name. */
export function parseNamedCall(parser: Parser, receiver: Expression, canAssign: boolean): Call {
  const name = parseMethodName(parser);
  const { form, arguments: values } = parseSetterValue(parser, canAssign) ?? parseCallTail(parser);
  const call = makeCall(parser, receiver, nameSignature(name, form, values.length), values);
  if (form !== 'setter') parser.allowLineBeforeDot();
  return call;
}

/** Makes a call that ends with the last token. */
export function makeCall(
  parser: Parser,
  receiver: Expression,
  signature: string,
  values: readonly Argument[],
): Call {
  const { end, line } = parser.previous;
  return {
    kind: 'call',
    receiver,
    signature,
    arguments: values,
    start: receiver.start,
    end,
    line,
  };
}

/** Parses the rest of a `super` call: `.name` with arguments, or the arguments alone. */
export function parseSuper(parser: Parser, canAssign: boolean): Expression {
  const { start } = parser.previous;
  const isInMethod = parser.scopes.isInMethod;
  if (!isInMethod) parser.fail('superOutsideMethod');
  if (!parser.match('.')) {
    if (!isInMethod) return { kind: 'invalid', ...parser.previousPlace() };
    const tail = parseCallTail(parser);
    return { kind: 'super-call', name: undefined, ...tail, ...parser.placeFrom(start) };
  }
  parser.consume('name', 'expectSuperMethodName');
  const name = parseMethodName(parser);
  const tail = parseSetterValue(parser, canAssign) ?? parseCallTail(parser);
  const place = parser.placeFrom(start);
  if (tail.form !== 'setter') parser.allowLineBeforeDot();
  return { kind: 'super-call', name, ...tail, ...place };
}

/** Parses one or more arguments with the newlines between them, up to the closing bracket. */
export function parseArgumentList(parser: Parser): Expression[] {
  const values: Expression[] = [];
  do {
    parser.matchLine();
    parser.checkArity(values.length + 1);
    values.push(parseExpression(parser));
  } while (parser.match(','));
  parser.matchLine();
  return values;
}

function parseSetterValue(parser: Parser, canAssign: boolean): CallTail | undefined {
  if (!canAssign || !parser.match('=')) return undefined;
  parser.matchLine();
  return { form: 'setter', arguments: [parseExpression(parser)] };
}

/** Parses arguments in parentheses, a block, both, or neither (a getter). */
function parseCallTail(parser: Parser): CallTail {
  const hasParentheses = parser.match('(');
  const values: Argument[] = hasParentheses ? parseParenthesized(parser) : [];
  const hasBlock = parser.match('{');
  if (hasBlock) {
    parser.checkArity(values.length + 1);
    values.push(parseBlockArgument(parser));
  }
  return { form: hasParentheses || hasBlock ? 'method' : 'getter', arguments: values };
}

function parseParenthesized(parser: Parser): Expression[] {
  parser.matchLine();
  const values = parser.at(')') ? [] : parseArgumentList(parser);
  parser.consume(')', 'expectArgumentsEnd');
  return values;
}

function parseBlockArgument(parser: Parser): BlockArgument {
  const { start } = parser.previous;
  parser.scopes.openBlock();
  const hasParameters = parser.match('|');
  const parameters = hasParameters ? parseParameters(parser) : [];
  if (hasParameters) parser.consume('|', 'expectBlockParametersEnd');
  const body = parseBody(parser);
  parser.scopes.closeFunction();
  const { end, line } = parser.previous;
  return { kind: 'block-argument', parameters, body, start, end, line };
}
