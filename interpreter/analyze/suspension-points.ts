/** Finds the points within a function at which it may be suspended. */
import { callOfExpression, callsOfStatement } from '../resolve/node-facts.js';
import type { Expression, Statement } from '../resolve/resolved-ast.js';
import { chargeStep } from '../runtime/charge.js';
import { firstOperand } from './chain.js';
import type { Suspension } from './suspension.js';
import {
  expressionOfStatement,
  partsOfExpression,
  type StatementPart,
  statementsOfStatement,
} from './walk.js';

/** The suspension points of one function, cached by node. */
export class SuspensionPoints {
  readonly #suspension: Suspension;
  readonly #known = new Map<Expression | StatementPart, boolean>();

  constructor(suspension: Suspension) {
    this.#suspension = suspension;
  }

  /** Whether the function may be suspended in an expression or its parts. */
  inExpression(expression: Expression): boolean {
    const chain = [expression];
    for (let link = firstOperand(expression); link !== undefined; link = firstOperand(link)) {
      if (this.#known.has(link)) break;
      chain.push(link);
    }
    return chain.reduceRight((_found, link) => this.#inLink(link), false);
  }

  /** Like `inExpression`, for an expression whose first operand is in the cache. */
  #inLink(expression: Expression): boolean {
    return this.#lookUp(
      expression,
      () =>
        this.atExpression(expression) ||
        partsOfExpression(expression).some((part) => this.inExpression(part)),
    );
  }

  /** Whether the expression itself makes a call that may be suspended. */
  atExpression(expression: Expression): boolean {
    const signature = callOfExpression(expression);
    return signature !== undefined && this.#suspension.suspends(signature);
  }

  /** Whether the function may be suspended in a statement or its parts. */
  inStatement(statement: StatementPart): boolean {
    const expression = expressionOfStatement(statement);
    return this.#lookUp(
      statement,
      () =>
        (statement.kind !== 'branch' && this.atStatement(statement)) ||
        (expression !== undefined && this.inExpression(expression)) ||
        statementsOfStatement(statement).some((part) => this.inStatement(part)),
    );
  }

  /** Whether the statement itself, without its parts, makes a call that may be suspended. */
  atStatement(statement: Statement): boolean {
    return callsOfStatement(statement).some((each) => this.#suspension.suspends(each));
  }

  #lookUp(node: Expression | StatementPart, find: () => boolean): boolean {
    let found = this.#known.get(node);
    if (found === undefined) {
      chargeStep();
      found = find();
      this.#known.set(node, found);
    }
    return found;
  }
}
