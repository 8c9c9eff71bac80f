/** Walks over the resolved tree. The parts of a node come in the order of evaluation. */

import type { Expression, FunctionNode, IfBranch, Statement } from '../resolve/resolved-ast.js';
import { chargeStep } from '../runtime/charge.js';

/**
 * Visitor of a part. The context is an argument, since a closure per node of a large program would
 * take most of the walk's time.
 */
type Visit<Part, Context> = (part: Part, context: Context) => void;

function visitAll<Part, Context>(
  parts: readonly Part[],
  visit: Visit<Part, Context>,
  context: Context,
): void {
  for (const part of parts) visit(part, context);
}

/** Visits the direct parts of an expression; a closure has none. */
function visitParts<Context>(
  expression: Expression,
  visit: Visit<Expression, Context>,
  context: Context,
): void {
  switch (expression.kind) {
    case 'interpolation':
      visitAll(expression.parts, visit, context);
      break;
    case 'list':
      visitAll(expression.elements, visit, context);
      break;
    case 'map':
      for (const { key, value } of expression.entries) visitAll([key, value], visit, context);
      break;
    case 'assignment':
      visit(expression.target, context);
      visit(expression.value, context);
      break;
    case 'call':
      visit(expression.receiver, context);
      visitAll(expression.arguments, visit, context);
      break;
    case 'super-call':
      visitAll(expression.arguments, visit, context);
      break;
    case 'logical':
      visit(expression.left, context);
      visit(expression.right, context);
      break;
    case 'conditional':
      visitAll([expression.condition, expression.then, expression.otherwise], visit, context);
      break;
  }
}

/** A statement, or a branch of an `if`. */
export type StatementPart = Statement | IfBranch;

/** The expression that a statement evaluates itself, not in a nested statement. */
export function expressionOfStatement(statement: StatementPart): Expression | undefined {
  switch (statement.kind) {
    case 'expression-statement':
      return statement.expression;
    case 'variable':
    case 'return':
      return statement.value;
    case 'branch':
    case 'while':
      return statement.condition;
    case 'for':
      return statement.sequence;
    case 'class':
      return statement.superclass;
    default:
      return undefined;
  }
}

/** The statements nested in a statement, without the methods of a class. */
export function statementsOfStatement(statement: StatementPart): readonly StatementPart[] {
  switch (statement.kind) {
    case 'block':
      return statement.body;
    case 'if':
      return statement.otherwise === undefined
        ? statement.branches
        : [...statement.branches, statement.otherwise];
    case 'branch':
      return [statement.then];
    case 'while':
    case 'for':
      return [statement.body];
    default:
      return noStatements;
  }
}

const noStatements: readonly Statement[] = [];

/** The direct parts of an expression; none for a closure. */
export function partsOfExpression(expression: Expression): readonly Expression[] {
  const parts: Expression[] = [];
  visitParts(expression, addPart, parts);
  return parts;
}

function addPart(part: Expression, parts: Expression[]): void {
  parts.push(part);
}

/** Visitor of a function's own code, without nested functions. */
export interface CodeVisitor {
  readonly expression: (expression: Expression) => void;
  readonly statement: (statement: Statement) => void;
}

/** Visits an expression and all its parts, in a loop, because chains may be long. */
function visitExpression(expression: Expression, { expression: visit }: CodeVisitor): void {
  const pending = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    chargeStep();
    visit(next);
    visitParts(next, addPart, pending);
  }
}

/** Visits a statement and everything in it. */
export function visitStatement(statement: StatementPart, visitor: CodeVisitor): void {
  chargeStep();
  if (statement.kind !== 'branch') visitor.statement(statement);
  const expression = expressionOfStatement(statement);
  if (expression !== undefined) visitExpression(expression, visitor);
  visitAll(statementsOfStatement(statement), visitStatement, visitor);
}

/** Visits a function's own code, without nested functions. */
export function visitCode(node: FunctionNode, visitor: CodeVisitor): void {
  visitAll(node.body, visitStatement, visitor);
}

/** Whether an expression or one of its parts satisfies a condition. */
export function someExpression(
  expression: Expression,
  isSought: (expression: Expression) => boolean,
): boolean {
  const pending = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    chargeStep();
    if (isSought(next)) return true;
    visitParts(next, addPart, pending);
  }
  return false;
}
