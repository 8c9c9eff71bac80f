/** Mutations of operators, conditions, calls and lists of a script. */
import type { Span } from '../../../interpreter/source/source-file.js';
import type {
  Argument,
  Call,
  Conditional,
  Expression,
  List,
  Logical,
  MapLiteral,
} from '../../../interpreter/syntax/ast.js';
import { type Mutation, mutate, removeEach, swapNeighbors, textAt } from './edit.js';
import { wholeOf } from './script.js';

/** Operators that may be confused with the key. */
const replacements: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/', '+'],
  '/': ['*'],
  '%': ['*'],
  '..': ['...'],
  '...': ['..'],
  '&&': ['||'],
  '||': ['&&'],
};

const wholeSpans = (text: string, parts: readonly Argument[]) =>
  parts.map((part) => wholeOf(text, part));

/** The span of the operator between two operands. Parentheses may surround the operands. */
function findOperator(operator: string, left: Expression, right: Argument, text: string): Span {
  const start = text.indexOf(operator, left.end);
  if (start === -1 || start >= right.start)
    throw new Error(`There is no ${operator} between the operands.`);
  return { start, end: start + operator.length };
}

const replaceOperator = (operator: string, span: Span): Mutation[] =>
  (replacements[operator] ?? []).map((other) => mutate(`operator:${other}`, span, other));

/** Replaces the operator and removes each operand. */
export function mutateLogical(node: Logical, text: string): Mutation[] {
  const { operator, left, right } = node;
  const between = findOperator(operator, left, right, text);
  const before = text.slice(0, between.start).trimEnd().length;
  const after = text.length - text.slice(between.end).trimStart().length;
  const { start, end } = wholeOf(text, node);
  const rule = `operand-removed:${operator}`;
  const leftRemoved = mutate(rule, { start, end: after }, '');
  const rightRemoved = mutate(rule, { start: before, end }, '');
  // In a chain, the mutations of the inner expression remove the left operands.
  const isChain = left.kind === 'logical' && left.operator === operator;
  return [
    ...replaceOperator(operator, between),
    ...(isChain ? [rightRemoved] : [leftRemoved, rightRemoved]),
  ];
}

/** Replaces or drops an operator, swaps arguments, drops the call of a getter. */
export function mutateCall(node: Call, text: string): Mutation[] {
  const { receiver, signature, arguments: values } = node;
  const [operand] = values;
  const binary = /^(\W+|is)\(_\)$/.exec(signature)?.[1];
  if (binary !== undefined && operand !== undefined) {
    return replaceOperator(binary, findOperator(binary, receiver, operand, text));
  }
  if (/^[!-]$/.test(signature)) {
    return [mutate('operator-dropped', { start: node.start, end: node.start + 1 }, '')];
  }
  return [
    ...swapNeighbors('arguments-swapped', text, wholeSpans(text, values)),
    ...dropGetter(node, text),
  ];
}

/** Drops a getter called on a value: `items.count` to `items`, but not `Request.method`. */
function dropGetter(node: Call, text: string): Mutation[] {
  const { receiver, signature } = node;
  if (!/^\w+$/.test(signature) || receiver.kind === 'this') return [];
  if (receiver.kind === 'name' && /^[A-Z]/.test(receiver.name)) return [];
  const call = text.lastIndexOf('.', node.end);
  return [mutate('call-dropped', { start: call, end: node.end }, '')];
}

/** Swaps the branches. */
export function mutateConditional(node: Conditional, text: string): Mutation[] {
  return swapNeighbors('branches-swapped', text, wholeSpans(text, [node.then, node.otherwise]));
}

/** Negates a condition and makes it always true and always false. */
export function mutateCondition(condition: Expression, text: string): Mutation[] {
  const whole = wholeOf(text, condition);
  return [
    mutate('condition-negated', whole, `!(${textAt(text, whole)})`),
    mutate('condition-true', whole, 'true'),
    mutate('condition-false', whole, 'false'),
  ];
}

/** Removes each element and swaps neighbours. */
export function mutateList({ elements }: List, text: string): Mutation[] {
  const items = wholeSpans(text, elements);
  return [
    ...removeEach('element-removed', items),
    ...swapNeighbors('elements-swapped', text, items),
  ];
}

/** Removes each entry and swaps the values of neighbours. */
export function mutateMap({ entries }: MapLiteral, text: string): Mutation[] {
  const items = entries.map(({ key, value }) => ({ start: key.start, end: value.end }));
  const values = wholeSpans(
    text,
    entries.map(({ value }) => value),
  );
  return [...removeEach('entry-removed', items), ...swapNeighbors('values-swapped', text, values)];
}
