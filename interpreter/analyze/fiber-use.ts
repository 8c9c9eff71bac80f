/**
 * Whether a program may make fibers. Most programs use `Fiber` only to raise errors by
 * `Fiber.abort`, and need no resumable forms.
 */
import type {
  CallExpression,
  Expression,
  ResolvedModule,
  VariableExpression,
} from '../resolve/resolved-ast.js';
import { visitCode } from './walk.js';

const className = 'Fiber';

/** Whether a module uses the class Fiber for anything but raising errors. */
export function usesFibers({
  implicitVariables,
  importedNames,
  functions,
}: ResolvedModule): boolean {
  if (importedNames.includes(className)) return true;
  if (!implicitVariables.some(({ name }) => name === className)) return false;
  let mentions = 0;
  const raising = new Set<Expression>();
  for (const node of functions) {
    visitCode(node, {
      expression: (each) => {
        if (isFiberClass(each)) mentions++;
        else if (isAbort(each) && each.arguments.every(isText)) raising.add(each);
      },
      statement: (each) => {
        if (each.kind !== 'expression-statement') return;
        if (isAbort(each.expression)) raising.add(each.expression);
      },
    });
  }
  return mentions > raising.size;
}

function isFiberClass(expression: Expression): expression is VariableExpression {
  return (
    expression.kind === 'variable-value' &&
    expression.variable.kind === 'module-variable' &&
    expression.variable.name === className
  );
}

function isAbort(expression: Expression): expression is CallExpression {
  return (
    expression.kind === 'call' &&
    expression.signature === 'abort(_)' &&
    isFiberClass(expression.receiver)
  );
}

/** Whether an expression is a text for certain: `Fiber.abort(null)` returns the class. */
function isText(expression: Expression): boolean {
  return (
    expression.kind === 'interpolation' ||
    (expression.kind === 'literal' && typeof expression.value === 'string')
  );
}
