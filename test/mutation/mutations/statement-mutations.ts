/** Mutations that remove statements and results. */
import type {
  MethodDefinition,
  ReturnStatement,
  Statement,
  VariableStatement,
} from '../../../interpreter/syntax/ast.js';
import { type Mutation, mutate, textAt } from './edit.js';
import { statementSpan, wholeOf } from './script.js';

/** An empty block, which is allowed in place of any statement. */
const nothing = '{}';

/** Statements that a script needs in order to compile. */
const indispensable: ReadonlySet<string> = new Set(['import', 'class', 'variable', 'block']);

/** Removes a statement. */
export function removeStatement(statement: Statement, text: string): Mutation[] {
  if (indispensable.has(statement.kind)) return [];
  return [mutate('statement-removed', statementSpan(text, statement), nothing)];
}

/** Returns null instead of the value, and drops `return` before a call. */
export function mutateReturn({ start, value }: ReturnStatement, text: string): Mutation[] {
  if (value === undefined) return [];
  const whole = wholeOf(text, value);
  const returned = mutate('return-null', whole, 'null');
  const isCall = value.kind === 'call' && /\w/.test(value.signature);
  const dropped = mutate('return-dropped', { start, end: whole.end }, textAt(text, whole));
  return isCall ? [returned, dropped] : [returned];
}

/** Replaces the value of a variable by null. */
export function mutateVariable({ value }: VariableStatement, text: string): Mutation[] {
  return value === undefined ? [] : [mutate('variable-null', wholeOf(text, value), 'null')];
}

/** Replaces the body of a one-expression method by null. */
export function mutateMethod({ body }: MethodDefinition, text: string): Mutation[] {
  const expression = body?.expression;
  return expression === undefined ? [] : [mutate('result-null', wholeOf(text, expression), 'null')];
}
