/**
 * Facts that follow from a single node of the resolved tree: signatures it may call, a literal
 * number, the methods of a class itself.
 */
import type { Expression, MethodNode, Statement, SuperCallExpression } from './resolved-ast.js';

/** Pseudo-signature for running a module by importing it. */
export const importSignature = 'import';

const none: readonly string[] = [];
const importCalls: readonly string[] = [importSignature];
const loopCalls: readonly string[] = ['iterate(_)', 'iteratorValue(_)'];

/** The signature that an expression itself may call, not its parts; undefined for none. */
export function callOfExpression(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'call':
      return expression.signature;
    case 'super-call':
      return callOfSuper(expression);
    case 'interpolation':
      return 'toString';
    default:
      return undefined;
  }
}

/** The signature of a `super` call; that of an initializer begins with `init `. */
export function callOfSuper({
  isInitializer,
  signature,
}: Pick<SuperCallExpression, 'isInitializer' | 'signature'>): string {
  return isInitializer ? `init ${signature}` : signature;
}

/** The signatures that a statement itself may call, not its parts. */
export function callsOfStatement(statement: Statement): readonly string[] {
  if (statement.kind === 'import') return importCalls;
  if (statement.kind !== 'for' || isNumericRange(statement.sequence)) return none;
  return loopCalls;
}

/** The two ends of an expression `from..to` or `from...to`; undefined for other expressions. */
export function endsOfRange(expression: Expression): readonly [Expression, Expression] | undefined {
  if (expression.kind !== 'call') return undefined;
  const { signature, receiver, arguments: values } = expression;
  const [to] = values;
  if (to === undefined || (signature !== '..(_)' && signature !== '...(_)')) return undefined;
  return [receiver, to];
}

/** Whether an expression is a range that begins with a literal number: `0...n`. */
export function isNumericRange(expression: Expression): boolean {
  const [from] = endsOfRange(expression) ?? [];
  return from !== undefined && readNumber(from) !== undefined;
}

/** The value of a literal number, with or without a minus sign; undefined for other expressions. */
export function readNumber(expression: Expression): number | undefined {
  if (expression.kind === 'literal') {
    return typeof expression.value === 'number' ? expression.value : undefined;
  }
  if (expression.kind !== 'call' || expression.signature !== '-') return undefined;
  const { receiver } = expression;
  const isLiteral = receiver.kind === 'literal' && typeof receiver.value === 'number';
  return isLiteral ? -Number(receiver.value) : undefined;
}

/**
 * The constructors and static methods that a class ends up with. A constructor and a static method
 * may share a signature: the later one replaces the other.
 */
export function listClassMethods(methods: readonly MethodNode[]): readonly MethodNode[] {
  const ofClass = methods.filter(({ type }) => type !== 'instance');
  const last = new Map(ofClass.map((method) => [method.signature, method]));
  return [...last.values()];
}
