/** Resolves statements. */
import { chargeStep } from '../runtime/charge.js';
import type * as ast from '../syntax/ast.js';
import { callsOfStatement, endsOfRange } from './node-facts.js';
import { resolveClass } from './resolve-class.js';
import { resolveExpression } from './resolve-expression.js';
import type { Expression, IfBranch, ImportBinding, Statement } from './resolved-ast.js';
import type { Resolver } from './resolver.js';

/** Resolves statements in order. */
export function resolveStatements(
  resolver: Resolver,
  statements: readonly ast.Statement[],
): Statement[] {
  return statements.map((statement) => resolveStatement(resolver, statement));
}

/** Resolves a statement. */
export function resolveStatement(resolver: Resolver, statement: ast.Statement): Statement {
  chargeStep();
  switch (statement.kind) {
    case 'expression-statement':
      return resolveExpressionStatement(resolver, statement.expression);
    case 'variable':
      return resolveVariable(resolver, statement);
    case 'block':
      return resolveBlock(resolver, statement.block);
    case 'if':
      return resolveIf(resolver, statement);
    case 'while':
      return resolveWhile(resolver, statement);
    case 'for':
      return resolveFor(resolver, statement);
    case 'break':
    case 'continue':
      return resolveJump(resolver, statement);
    case 'return':
      return resolveReturn(resolver, statement);
    case 'class':
      return resolveClass(resolver, statement);
    case 'import':
      return resolveImport(resolver, statement);
  }
}

function resolveExpressionStatement(resolver: Resolver, expression: ast.Expression): Statement {
  const resolved = resolveExpression(resolver, expression);
  return { kind: 'expression-statement', expression: resolved, line: expression.line };
}

function resolveVariable(resolver: Resolver, statement: ast.VariableStatement): Statement {
  const { declaration, last, line } = statement;
  const value: Expression =
    statement.value === undefined
      ? { kind: 'literal', value: null }
      : resolveExpression(resolver, statement.value);
  const variable = resolver.declare(declaration, last);
  if (variable.kind === 'local-variable') variable.given = [value];
  return { kind: 'variable', variable, value, line };
}

function resolveBlock(resolver: Resolver, block: ast.Block): Statement {
  const { expression, statements } = block;
  const body =
    expression === undefined
      ? resolveStatements(resolver, statements)
      : [resolveExpressionStatement(resolver, expression)];
  return { kind: 'block', body };
}

function resolveIf(resolver: Resolver, statement: ast.IfStatement): Statement {
  const branches: IfBranch[] = [];
  let rest: ast.Statement | undefined = statement;
  while (rest?.kind === 'if') {
    const condition = resolveExpression(resolver, rest.condition);
    const then = resolveStatement(resolver, rest.then);
    branches.push({ kind: 'branch', condition, then, line: rest.line });
    rest = rest.otherwise;
  }
  const otherwise = rest === undefined ? undefined : resolveStatement(resolver, rest);
  return { kind: 'if', branches, otherwise };
}

function resolveWhile(resolver: Resolver, statement: ast.WhileStatement): Statement {
  const { line } = statement;
  resolver.function.loops++;
  const condition = resolveExpression(resolver, statement.condition);
  const body = resolveStatement(resolver, statement.body);
  resolver.function.loops--;
  return { kind: 'while', condition, body, line };
}

function resolveFor(resolver: Resolver, statement: ast.ForStatement): Statement {
  const { line } = statement;
  const scope = resolver.function;
  const sequence = resolveExpression(resolver, statement.sequence);
  const variable = resolver.declareLocal(statement.declaration);
  const [from] = endsOfRange(sequence) ?? [];
  // All elements of a range are numbers if it begins with a number.
  if (from !== undefined) variable.given = [from];
  scope.loops++;
  const body = resolveStatement(resolver, statement.body);
  scope.loops--;
  return noteCalls(resolver, { kind: 'for', variable, sequence, body, line });
}

function resolveJump(resolver: Resolver, statement: ast.JumpStatement): Statement {
  if (resolver.function.loops === 0) {
    const isBreak = statement.kind === 'break';
    resolver.sink.report(isBreak ? 'breakOutsideLoop' : 'continueOutsideLoop', statement);
  }
  return { kind: statement.kind };
}

function resolveReturn(resolver: Resolver, statement: ast.ReturnStatement): Statement {
  const { keyword, line } = statement;
  const { isMethod, method } = resolver.function;
  if (statement.value === undefined) return { kind: 'return', value: undefined, line };
  if (isMethod && method?.type === 'constructor') {
    resolver.sink.report('constructorReturn', keyword);
  }
  return { kind: 'return', value: resolveExpression(resolver, statement.value), line };
}

function resolveImport(resolver: Resolver, statement: ast.ImportStatement): Statement {
  const { module, line } = statement;
  resolver.addLiteral(module, statement);
  resolver.imports.add(module);
  const bindings = statement.bindings.map((binding): ImportBinding => {
    const { identifier, variable } = binding;
    resolver.importedNames.add(identifier.name);
    resolver.addLiteral(identifier.name, identifier);
    return { name: identifier.name, variable: resolver.declare(variable), line: variable.line };
  });
  return noteCalls(resolver, { kind: 'import', module, bindings, line });
}

function noteCalls(resolver: Resolver, statement: Statement): Statement {
  for (const signature of callsOfStatement(statement)) resolver.function.noteCall(signature);
  return statement;
}
