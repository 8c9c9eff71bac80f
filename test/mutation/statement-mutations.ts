/** Statements that are missing, and results that get lost. */
import type {
  Method,
  ReturnStatement,
  Statement,
  VariableStatement,
} from '../../interpreter/syntax/ast.js';
import { type Mutation, mutate, textAt } from './edit.js';
import { statementSpan, wholeOf } from './script.js';

/** An empty block does nothing and may stand wherever a statement may. */
const nothing = '{}';

/** Statements without which a script does not compile are left alone. */
const indispensable: ReadonlySet<string> = new Set(['import', 'class', 'variable', 'block']);

/** @returns the script without the statement */
export function removeStatement(statement: Statement, text: string): Mutation[] {
  if (indispensable.has(statement.kind)) return [];
  return [mutate('statement-removed', statementSpan(text, statement), nothing)];
}

/** @returns the value computed but not returned, and null returned in its place */
export function mutateReturn({ start, value }: ReturnStatement, text: string): Mutation[] {
  if (value === undefined) return [];
  const whole = wholeOf(text, value);
  const returned = mutate('return-null', whole, 'null');
  const isCall = value.kind === 'call' && /\w/.test(value.signature);
  const dropped = mutate('return-dropped', { start, end: whole.end }, textAt(text, whole));
  return isCall ? [returned, dropped] : [returned];
}

/** @returns the variable without its value */
export function mutateVariable({ value }: VariableStatement, text: string): Mutation[] {
  return value === undefined ? [] : [mutate('variable-null', wholeOf(text, value), 'null')];
}

/** @returns null as the value of a method that is a single expression */
export function mutateMethod({ body }: Method, text: string): Mutation[] {
  const expression = body?.expression;
  return expression === undefined ? [] : [mutate('result-null', wholeOf(text, expression), 'null')];
}
