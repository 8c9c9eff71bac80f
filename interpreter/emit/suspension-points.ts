/** Finds the places within a function at which it may be suspended. */
import type { Expression, Statement } from '../resolve/resolved-ast.js';
import { callsOfExpression, callsOfStatement } from './call-graph.js';
import type { Suspension } from './suspension.js';
import { expressionsOfStatement, partsOfExpression, statementsOfStatement } from './walk.js';

export class SuspensionPoints {
  readonly #suspension: Suspension;
  readonly #known = new Map<Expression | Statement, boolean>();

  constructor(suspension: Suspension) {
    this.#suspension = suspension;
  }

  /** Whether evaluating an expression may be suspended, in itself or in a part. */
  inExpression(expression: Expression): boolean {
    return this.#lookUp(
      expression,
      () =>
        this.atExpression(expression) ||
        partsOfExpression(expression).some((part) => this.inExpression(part)),
    );
  }

  /** Whether the expression itself makes a call that may be suspended. */
  atExpression(expression: Expression): boolean {
    return callsOfExpression(expression).some((each) => this.#suspension.suspends(each));
  }

  inStatement(statement: Statement): boolean {
    return this.#lookUp(
      statement,
      () =>
        this.atStatement(statement) ||
        expressionsOfStatement(statement).some((part) => this.inExpression(part)) ||
        statementsOfStatement(statement).some((part) => this.inStatement(part)),
    );
  }

  /** Whether the statement itself makes a call that may be suspended, its parts left out. */
  atStatement(statement: Statement): boolean {
    return callsOfStatement(statement).some((each) => this.#suspension.suspends(each));
  }

  #lookUp(node: Expression | Statement, find: () => boolean): boolean {
    let found = this.#known.get(node);
    if (found === undefined) {
      found = find();
      this.#known.set(node, found);
    }
    return found;
  }
}
