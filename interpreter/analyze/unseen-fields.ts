/**
 * Which fields nobody can see before a constructor has given them a value. They may start as the
 * number 0 instead of null: a field that has held an object keeps every number with a fraction in
 * a new object of the engine, one that has held only numbers does not.
 */
import type {
  ClassStatement,
  Expression,
  FunctionNode,
  Statement,
} from '../resolve/resolved-ast.js';
import { someExpression } from './walk.js';

/** The names of the fields that every constructor of a class sets before anything else sees them. */
export function findUnseenFields({ methods }: ClassStatement): ReadonlySet<string> {
  const sets = methods.flatMap(({ type, function: node }) =>
    type === 'constructor' && node !== undefined ? [fieldsSetFirst(node)] : [],
  );
  const [first, ...others] = sets;
  return new Set([...(first ?? [])].filter((name) => others.every((each) => each.has(name))));
}

/** The fields that a constructor sets while the object is still in nobody's reach. */
function fieldsSetFirst(node: FunctionNode): ReadonlySet<string> {
  const set = new Set<string>();
  for (const statement of node.body) {
    if (!addFields(set, statement)) break;
  }
  return set;
}

/** Adds the field that a statement sets; false for a statement in which the object may be seen. */
function addFields(set: Set<string>, statement: Statement): boolean {
  if (statement.kind === 'variable') return isBlind(statement.value, set);
  if (statement.kind !== 'expression-statement') return false;
  const { expression } = statement;
  if (expression.kind !== 'assignment' || expression.target.kind !== 'field') {
    return isBlind(expression, set);
  }
  if (!isBlind(expression.value, set)) return false;
  set.add(expression.target.name);
  return true;
}

/** Whether an expression neither mentions the object nor reads a field that has not been set. */
function isBlind(expression: Expression, set: ReadonlySet<string>): boolean {
  return !someExpression(expression, (each) => {
    if (each.kind === 'field') return !set.has(each.name);
    return each.kind === 'this' || each.kind === 'super-call' || each.kind === 'closure';
  });
}
