/** Walking the resolved tree: the parts of a node, in the order in which they are evaluated. */
import type { Expression, FunctionNode, IfBranch, Statement } from '../resolve/resolved-ast.js';

/**
 * What is done with a part of a node. The context comes along as an argument, since a closure for
 * each node of a large program would take most of the walk's time.
 */
type Visit<Part, Context> = (part: Part, context: Context) => void;

function visitAll<Part, Context>(
  parts: readonly Part[],
  visit: Visit<Part, Context>,
  context: Context,
): void {
  for (const part of parts) visit(part, context);
}

/** The expressions that an expression evaluates; none for a closure, whose code runs later. */
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

/** What statements consist of, besides expressions. */
export type StatementPart = Statement | IfBranch;

/** The expression that a statement evaluates itself, not within another statement. */
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

/** The statements within a statement; a class's methods are none of them. */
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

/** The expressions that an expression evaluates, as `visitParts` finds them. */
export function partsOfExpression(expression: Expression): readonly Expression[] {
  const parts: Expression[] = [];
  visitParts(expression, addPart, parts);
  return parts;
}

function addPart(part: Expression, parts: Expression[]): void {
  parts.push(part);
}

/** What to do with the nodes of a function's own code, nested functions left out. */
export interface CodeVisitor {
  readonly expression: (expression: Expression) => void;
  readonly statement: (statement: Statement) => void;
}

/** Visits an expression and all that it evaluates; in a loop, because chains may be long. */
function visitExpression(expression: Expression, { expression: visit }: CodeVisitor): void {
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visit(next);
    visitParts(next, addPart, waiting);
  }
}

/** Visits a statement and all that it contains. */
export function visitStatement(statement: StatementPart, visitor: CodeVisitor): void {
  if (statement.kind !== 'branch') visitor.statement(statement);
  const expression = expressionOfStatement(statement);
  if (expression !== undefined) visitExpression(expression, visitor);
  visitAll(statementsOfStatement(statement), visitStatement, visitor);
}

/** Visits a function's own code. */
export function visitCode(node: FunctionNode, visitor: CodeVisitor): void {
  visitAll(node.body, visitStatement, visitor);
}

/** Whether an expression, or one that it evaluates, is of some kind. */
export function someExpression(
  expression: Expression,
  isSought: (expression: Expression) => boolean,
): boolean {
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isSought(next)) return true;
    visitParts(next, addPart, waiting);
  }
  return false;
}
