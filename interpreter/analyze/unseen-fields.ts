/**
 * Finds the fields that no code can read before a constructor assigns them. They may start as 0
 * instead of null: V8 allocates an object for each fractional number in a field that ever held an
 * object, but not in a field that held only numbers.
 */
import type {
  ClassStatement,
  Expression,
  FunctionNode,
  Statement,
} from '../resolve/resolved-ast.js';
import { someExpression } from './walk.js';

/** Names of the fields that every constructor assigns before other code can read them. */
export function findUnseenFields({ methods }: ClassStatement): ReadonlySet<string> {
  const sets = methods.flatMap(({ type, function: node }) =>
    type === 'constructor' && node !== undefined ? [fieldsSetFirst(node)] : [],
  );
  const [first, ...others] = sets;
  return new Set([...(first ?? [])].filter((name) => others.every((each) => each.has(name))));
}

/** The fields that a constructor assigns before the object escapes. */
function fieldsSetFirst(node: FunctionNode): ReadonlySet<string> {
  const set = new Set<string>();
  for (const statement of node.body) {
    if (!addFields(set, statement)) break;
  }
  return set;
}

/** Adds the field that a statement assigns; false if the object may escape in the statement. */
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

/** Whether an expression neither uses the object nor reads an unassigned field. */
function isBlind(expression: Expression, set: ReadonlySet<string>): boolean {
  return !someExpression(expression, (each) => {
    if (each.kind === 'field') return !set.has(each.name);
    return each.kind === 'this' || each.kind === 'super-call' || each.kind === 'closure';
  });
}
