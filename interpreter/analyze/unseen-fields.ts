/**
 * Finds the fields that no code can read before a constructor assigns them, perhaps a number. They
 * may start as 0 instead of null: V8 allocates an object for each fractional number in a field that
 * ever held an object, but not in a field that held only numbers.
 */
import type {
  ClassStatement,
  Expression,
  FunctionNode,
  Statement,
} from '../resolve/resolved-ast.js';
import { someExpression } from './walk.js';

/** The first values of fields, by name. */
type FirstValues = ReadonlyMap<string, Expression>;

/**
 * Names of the fields that every constructor assigns before other code can read them, and of which
 * one may become a number.
 */
export function findUnseenFields({ methods }: ClassStatement): ReadonlySet<string> {
  const values = methods.flatMap(({ type, function: node }) =>
    type === 'constructor' && node !== undefined ? [findFirstValues(node)] : [],
  );
  const names = [...(values[0]?.keys() ?? [])].filter((name) => {
    const given = values.flatMap((each) => each.get(name) ?? []);
    return given.length === values.length && given.some(mayBeNumber);
  });
  return new Set(names);
}

function mayBeNumber(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'number';
    case 'list':
    case 'map':
    case 'interpolation':
    case 'closure':
    case 'query':
      return false;
    default:
      return true;
  }
}

/** The fields that a constructor assigns before the object escapes. */
function findFirstValues(node: FunctionNode): FirstValues {
  const values = new Map<string, Expression>();
  for (const statement of node.body) {
    if (!addFields(values, statement)) break;
  }
  return values;
}

/** Adds the field that a statement assigns; false if the object may escape in the statement. */
function addFields(values: Map<string, Expression>, statement: Statement): boolean {
  if (statement.kind === 'variable') return isBlind(statement.value, values);
  if (statement.kind !== 'expression-statement') return false;
  const { expression } = statement;
  if (expression.kind !== 'assignment' || expression.target.kind !== 'field') {
    return isBlind(expression, values);
  }
  const { target, value } = expression;
  if (!isBlind(value, values)) return false;
  if (!values.has(target.name)) values.set(target.name, value);
  return true;
}

/** Whether an expression neither uses the object nor reads an unassigned field. */
function isBlind(expression: Expression, values: FirstValues): boolean {
  return !someExpression(expression, (each) => {
    if (each.kind === 'field') return !values.has(each.name);
    return each.kind === 'this' || each.kind === 'super-call' || each.kind === 'closure';
  });
}
