/** Walking the resolved tree: the parts of a node, in the order in which they are evaluated. */
import type { Expression, FunctionNode, Statement } from '../resolve/resolved-ast.js';

/** The expressions that an expression evaluates; none for a closure, whose code runs later. */
export function partsOfExpression(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'interpolation':
      return expression.parts;
    case 'list':
      return expression.elements;
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'assignment':
      return [expression.target, expression.value];
    case 'call':
      return [expression.receiver, ...expression.arguments];
    case 'super-call':
      return expression.arguments;
    case 'logical':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    default:
      return [];
  }
}

/** The expressions that a statement evaluates itself, not within another statement. */
export function expressionsOfStatement(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'expression-statement':
      return [statement.expression];
    case 'variable':
      return [statement.value];
    case 'if':
    case 'while':
      return [statement.condition];
    case 'for':
      return [statement.sequence];
    case 'return':
      return statement.value === undefined ? [] : [statement.value];
    case 'class':
      return statement.superclass === undefined ? [] : [statement.superclass];
    default:
      return [];
  }
}

/** The statements within a statement; a class's methods are none of them. */
export function statementsOfStatement(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'block':
      return statement.body;
    case 'if':
      return statement.otherwise === undefined
        ? [statement.then]
        : [statement.then, statement.otherwise];
    case 'while':
    case 'for':
      return [statement.body];
    default:
      return [];
  }
}

/** What to do with the nodes of a function's own code, nested functions left out. */
export interface CodeVisitor {
  readonly expression: (expression: Expression) => void;
  readonly statement: (statement: Statement) => void;
}

function visitExpression(expression: Expression, visitor: CodeVisitor): void {
  visitor.expression(expression);
  for (const part of partsOfExpression(expression)) visitExpression(part, visitor);
}

/** Visits a statement and all that it contains. */
export function visitStatement(statement: Statement, visitor: CodeVisitor): void {
  visitor.statement(statement);
  for (const part of expressionsOfStatement(statement)) visitExpression(part, visitor);
  for (const part of statementsOfStatement(statement)) visitStatement(part, visitor);
}

/** Visits a function's own code. */
export function visitCode(node: FunctionNode, visitor: CodeVisitor): void {
  for (const statement of node.body) visitStatement(statement, visitor);
}
