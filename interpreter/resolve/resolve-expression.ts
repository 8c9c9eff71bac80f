/** Resolves expressions. */
import { chargeStep } from '../runtime/charge.js';
import type * as ast from '../syntax/ast.js';
import { nameSignature } from '../syntax/signature.js';
import { callOfSuper } from './node-facts.js';
import { resolveBlockArgument } from './resolve-function.js';
import type {
  AssignmentExpression,
  Expression,
  FieldExpression,
  SuperCallExpression,
  Variable,
} from './resolved-ast.js';
import type { Resolver } from './resolver.js';

const nullLiteral: Expression = { kind: 'literal', value: null };
const thisExpression: Expression = { kind: 'this' };

/** Expressions that begin with an expression; chains such as `a + b + c` or `a.b.c` may be long. */
type Chained = ast.Call | ast.Logical;

/** Resolves an expression. */
export function resolveExpression(resolver: Resolver, expression: ast.Expression): Expression {
  return expression.kind === 'call' || expression.kind === 'logical'
    ? resolveChain(resolver, expression)
    : resolveFirst(resolver, expression);
}

/** Follows chains in a loop, so that the stack does not limit their length. */
function resolveChain(resolver: Resolver, expression: Chained): Expression {
  const chain: Chained[] = [];
  let first: ast.Expression = expression;
  while (first.kind === 'call' || first.kind === 'logical') {
    chain.push(first);
    first = first.kind === 'call' ? first.receiver : first.left;
  }
  let result = resolveFirst(resolver, first);
  for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
    result = resolveLink(resolver, link, result);
  }
  return result;
}

function resolveLink(resolver: Resolver, link: Chained, left: Expression): Expression {
  chargeStep();
  if (link.kind === 'logical') {
    const right = resolveExpression(resolver, link.right);
    return { kind: 'logical', operator: link.operator, left, right };
  }
  const { signature, line } = link;
  const values = resolveArguments(resolver, link.arguments, signature);
  resolver.function.noteCall(signature);
  return { kind: 'call', receiver: left, signature, arguments: values, line };
}

function resolveFirst(
  resolver: Resolver,
  expression: Exclude<ast.Expression, Chained>,
): Expression {
  chargeStep();
  switch (expression.kind) {
    case 'literal':
      if (typeof expression.value === 'number' || typeof expression.value === 'string') {
        resolver.addLiteral(expression.value, expression);
      }
      return { kind: 'literal', value: expression.value };
    case 'query':
      checkQuery(resolver, expression);
      return { kind: 'query', sql: expression.sql, line: expression.line };
    case 'interpolation': {
      const parts = resolveAll(resolver, expression.parts);
      resolver.function.noteCall('toString');
      return { kind: 'interpolation', parts, line: expression.line };
    }
    case 'list':
      return { kind: 'list', elements: resolveAll(resolver, expression.elements) };
    case 'map':
      return resolveMap(resolver, expression);
    case 'name':
    case 'static-field':
    case 'field':
      return resolveTarget(resolver, expression);
    case 'this':
      return thisExpression;
    case 'assignment':
      return resolveAssignment(resolver, expression);
    case 'super-call':
      return resolveSuperCall(resolver, expression);
    case 'conditional':
      return resolveConditional(resolver, expression);
    case 'invalid':
      return nullLiteral;
  }
}

function checkQuery({ checkQuery: check, sink }: Resolver, query: ast.Query): void {
  const problem = check(query.sql);
  if (problem !== undefined) sink.reportScan(query.start, 'wrongQuery', query, problem);
}

function resolveConditional(resolver: Resolver, expression: ast.Conditional): Expression {
  const condition = resolveExpression(resolver, expression.condition);
  const then = resolveExpression(resolver, expression.then);
  const otherwise = resolveExpression(resolver, expression.otherwise);
  return { kind: 'conditional', condition, then, otherwise };
}

function resolveAll(resolver: Resolver, expressions: readonly ast.Expression[]): Expression[] {
  return expressions.map((expression) => resolveExpression(resolver, expression));
}

function resolveMap(resolver: Resolver, { entries, line }: ast.MapLiteral): Expression {
  const resolved = entries.map((entry) => ({
    key: resolveExpression(resolver, entry.key),
    value: resolveExpression(resolver, entry.value),
    line: entry.line,
  }));
  return { kind: 'map', entries: resolved, line };
}

const noArguments: readonly Expression[] = [];

/** Resolves arguments. A block is labelled with the method that it is passed to. */
function resolveArguments(
  resolver: Resolver,
  values: readonly ast.Argument[],
  signature: string,
): readonly Expression[] {
  if (values.length === 0) return noArguments;
  return values.map((value) =>
    value.kind === 'block-argument'
      ? resolveBlockArgument(resolver, value, `${signature} block argument`)
      : resolveExpression(resolver, value),
  );
}

/** Resolves an assignment, the target first as in Wren. */
function resolveAssignment(resolver: Resolver, assignment: ast.Assignment): Expression {
  const target = resolveTarget(resolver, assignment.target);
  const value = resolveExpression(resolver, assignment.value);
  if (target.kind === 'variable-value') noteAssignment(target.variable, value);
  return { kind: 'assignment', target, value };
}

function noteAssignment(variable: Variable, value: Expression): void {
  variable.assigned = true;
  if (variable.kind === 'local-variable') variable.given?.push(value);
}

function resolveTarget(
  resolver: Resolver,
  target: ast.AssignmentTarget,
): AssignmentExpression['target'] {
  switch (target.kind) {
    case 'name':
      return { kind: 'variable-value', variable: resolver.lookUp(target) };
    case 'static-field':
      return { kind: 'variable-value', variable: resolver.lookUpStaticField(target) };
    case 'field':
      return resolveField(resolver, target);
  }
}

function resolveField(resolver: Resolver, field: ast.Field): FieldExpression {
  const { method } = resolver.function;
  const name = field.name.slice(1);
  // Outside of classes, the parser has reported an error.
  if (method === undefined) return { kind: 'field', classId: 0, name };
  const { class: scope, type } = method;
  if (scope.isForeign) resolver.sink.report('fieldInForeignClass', field);
  else if (type === 'static') resolver.sink.report('fieldInStaticMethod', field);
  else if (!scope.addField(name)) resolver.sink.report('tooManyFields', field);
  return { kind: 'field', classId: scope.id, name };
}

function resolveSuperCall(resolver: Resolver, call: ast.SuperCall): Expression {
  const { method } = resolver.function;
  if (method === undefined) {
    // The parser has reported the call, but the arguments may contain further errors.
    resolveArguments(resolver, call.arguments, '');
    return nullLiteral;
  }
  const isInitializer = call.name === undefined && method.type === 'constructor';
  if (isInitializer && call.form === 'getter') {
    resolver.sink.report('superConstructorArguments', call);
  }
  const name = call.name ?? method.name;
  const signature = nameSignature(name, call.form, call.arguments.length);
  resolver.function.noteCall(callOfSuper({ isInitializer, signature }));
  return {
    kind: 'super-call',
    classId: method.class.id,
    isStatic: method.type === 'static',
    isInitializer,
    signature,
    arguments: resolveArguments(resolver, call.arguments, signature),
    line: call.line,
  } satisfies SuperCallExpression;
}
