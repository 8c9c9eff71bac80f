/** Finds the places within a function at which it may be suspended. */
import { callOfExpression, callsOfStatement } from '../resolve/node-facts.js';
import type { Expression, Statement } from '../resolve/resolved-ast.js';
import { firstOperand } from './chain.js';
import type { Suspension } from './suspension.js';
import {
  expressionOfStatement,
  partsOfExpression,
  type StatementPart,
  statementsOfStatement,
} from './walk.js';

/** Answers for one function, and remembers its answers. */
export class SuspensionPoints {
  readonly #suspension: Suspension;
  readonly #known = new Map<Expression | StatementPart, boolean>();

  constructor(suspension: Suspension) {
    this.#suspension = suspension;
  }

  /** Whether evaluating an expression may be suspended, in itself or in a part. */
  inExpression(expression: Expression): boolean {
    const chain = [expression];
    for (let link = firstOperand(expression); link !== undefined; link = firstOperand(link)) {
      if (this.#known.has(link)) break;
      chain.push(link);
    }
    return chain.reduceRight((_found, link) => this.#inLink(link), false);
  }

  /** The same for an expression whose first operand is known already. */
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

  /** Whether the statement itself makes a call that may be suspended, its parts left out. */
  atStatement(statement: Statement): boolean {
    return callsOfStatement(statement).some((each) => this.#suspension.suspends(each));
  }

  #lookUp(node: Expression | StatementPart, find: () => boolean): boolean {
    let found = this.#known.get(node);
    if (found === undefined) {
      found = find();
      this.#known.set(node, found);
    }
    return found;
  }
}
