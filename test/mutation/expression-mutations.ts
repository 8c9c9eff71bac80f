/** Operators, conditions, calls and lists of a script. */
import type { Span } from '../../interpreter/source/source-file.js';
import type {
  Argument,
  Call,
  Conditional,
  Expression,
  List,
  Logical,
  MapLiteral,
} from '../../interpreter/syntax/ast.js';
import { type Mutation, mutate, removeEach, swapNeighbors, textAt } from './edit.js';
import { wholeOf } from './script.js';

/** What may be mistaken for an operator. */
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

const wholeEach = (text: string, parts: readonly Argument[]) =>
  parts.map((part) => wholeOf(text, part));

/** Where the operator between two operands is; groups may end before it and begin after it. */
function findOperator(operator: string, left: Expression, right: Argument, text: string): Span {
  const start = text.indexOf(operator, left.end);
  if (start === -1 || start >= right.start) throw new Error(`There is no ${operator} in between.`);
  return { start, end: start + operator.length };
}

const replaceOperator = (operator: string, span: Span): Mutation[] =>
  (replacements[operator] ?? []).map((other) => mutate(`operator:${other}`, span, other));

/** @returns the other operator, and the expression without either operand */
export function mutateLogical(node: Logical, text: string): Mutation[] {
  const { operator, left, right } = node;
  const between = findOperator(operator, left, right, text);
  const before = text.slice(0, between.start).trimEnd().length;
  const after = text.length - text.slice(between.end).trimStart().length;
  const { start, end } = wholeOf(text, node);
  const rule = `operand-removed:${operator}`;
  const leftRemoved = mutate(rule, { start, end: after }, '');
  const rightRemoved = mutate(rule, { start: before, end }, '');
  // The left operands of a longer chain are those of the expression that it begins with.
  const goesOn = left.kind === 'logical' && left.operator === operator;
  return [
    ...replaceOperator(operator, between),
    ...(goesOn ? [rightRemoved] : [leftRemoved, rightRemoved]),
  ];
}

/** @returns other operators, arguments that changed places, and without the call */
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
    ...swapNeighbors('arguments-swapped', text, wholeEach(text, values)),
    ...dropGetter(node, text),
  ];
}

/** A getter called on a value that could be taken as it is: `items.count`, not `Request.method`. */
function dropGetter(node: Call, text: string): Mutation[] {
  const { receiver, signature } = node;
  if (!/^\w+$/.test(signature) || receiver.kind === 'this') return [];
  if (receiver.kind === 'name' && /^[A-Z]/.test(receiver.name)) return [];
  const call = text.lastIndexOf('.', node.end);
  return [mutate('call-dropped', { start: call, end: node.end }, '')];
}

/** @returns the branches that changed places */
export function mutateConditional(node: Conditional, text: string): Mutation[] {
  return swapNeighbors('branches-swapped', text, wholeEach(text, [node.then, node.otherwise]));
}

/** @returns the condition negated, and both its outcomes for certain */
export function mutateCondition(condition: Expression, text: string): Mutation[] {
  const whole = wholeOf(text, condition);
  return [
    mutate('condition-negated', whole, `!(${textAt(text, whole)})`),
    mutate('condition-true', whole, 'true'),
    mutate('condition-false', whole, 'false'),
  ];
}

/** @returns each element missing, and neighbors that changed places */
export function mutateList({ elements }: List, text: string): Mutation[] {
  const items = wholeEach(text, elements);
  return [
    ...removeEach('element-removed', items),
    ...swapNeighbors('elements-swapped', text, items),
  ];
}

/** @returns each entry missing, and values of neighbors that changed places */
export function mutateMap({ entries }: MapLiteral, text: string): Mutation[] {
  const items = entries.map(({ key, value }) => ({ start: key.start, end: value.end }));
  const values = wholeEach(
    text,
    entries.map(({ value }) => value),
  );
  return [...removeEach('entry-removed', items), ...swapNeighbors('values-swapped', text, values)];
}
