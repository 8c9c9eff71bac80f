/** Resolves functions: methods and block arguments. */
import type * as ast from '../syntax/ast.js';
import { resolveExpression } from './resolve-expression.js';
import { resolveStatements } from './resolve-statement.js';
import type { ClosureExpression, FunctionNode, LocalVariable, Statement } from './resolved-ast.js';
import type { Resolver } from './resolver.js';

interface FunctionSource {
  readonly role: 'method' | 'initializer' | 'closure';
  readonly parameters: readonly ast.Declaration[];
  readonly body: ast.Block;
  readonly label: string;
}

/** Resolves a function in its scope, which the caller has entered. */
export function resolveFunction(resolver: Resolver, source: FunctionSource): FunctionNode {
  const { role, label, body } = source;
  const parameters = resolveParameters(resolver, source.parameters);
  const isInitializer = role === 'initializer';
  const statements = resolveBody(resolver, body, isInitializer);
  return resolver.finishFunction({
    kind: 'function',
    role,
    parameters,
    body: statements,
    calls: resolver.function.calls,
    hasNested: resolver.function.hasNested,
    label,
    line: body.line,
  });
}

/** Resolves a block argument. */
export function resolveBlockArgument(
  resolver: Resolver,
  block: ast.BlockArgument,
  label: string,
): ClosureExpression {
  const { parameters, body } = block;
  resolver.enterBlock();
  const resolved = resolveFunction(resolver, { role: 'closure', parameters, body, label });
  resolver.leaveFunction();
  resolver.addFunction(block);
  return { kind: 'closure', function: resolved };
}

/** Declares the parameters of a method or block in its scope. */
export function resolveParameters(
  resolver: Resolver,
  parameters: readonly ast.Declaration[],
): LocalVariable[] {
  return parameters.map((parameter) => resolver.declareLocal(parameter));
}

/** Resolves a body. A single expression is returned, except in a constructor. */
function resolveBody(resolver: Resolver, body: ast.Block, isInitializer: boolean): Statement[] {
  const { expression, statements } = body;
  if (expression === undefined) return resolveStatements(resolver, statements);
  const value = resolveExpression(resolver, expression);
  const { line } = expression;
  return isInitializer
    ? [{ kind: 'expression-statement', expression: value, line }]
    : [{ kind: 'return', value, line }];
}
