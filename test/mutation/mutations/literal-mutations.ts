/** Mutations of numbers, texts and other constants of a script. */
import type { Interpolation, Literal } from '../../../interpreter/syntax/ast.js';
import { type Mutation, mutate, textAt } from './edit.js';

/** Replaces a number by its neighbours and 0, inverts a boolean, empties and lengthens a text. */
export function mutateLiteral(node: Literal, text: string): Mutation[] {
  switch (typeof node.value) {
    case 'number':
      return mutateNumber(node, node.value);
    case 'boolean':
      return [mutate('boolean', node, String(!node.value))];
    case 'string':
      // A part of an interpolation has no quotes; `mutateInterpolation` changes the whole.
      return /^".*"$/s.test(textAt(text, node)) ? mutateText(node, node.value) : [];
    default:
      return [mutate('null', node, 'true')];
  }
}

/** Mutates a number of a script or of an SQL statement. */
export function mutateNumber(
  span: { readonly start: number; readonly end: number },
  value: number,
): Mutation[] {
  const values: readonly [string, number][] = [
    ['number+1', value + 1],
    ['number-1', value - 1],
    ['number=0', 0],
  ];
  const others = values.filter(
    ([rule, other]) => other !== value && (rule !== 'number=0' || value !== 1),
  );
  return others.map(([rule, other]) => mutate(rule, span, String(other)));
}

function mutateText({ start, end }: Literal, value: string): Mutation[] {
  const longer = mutate('text-longer', { start: end - 1, end }, 'x"');
  return value === '' ? [longer] : [mutate('text-empty', { start, end }, '""'), longer];
}

/** Replaces an interpolation by the empty text. */
export function mutateInterpolation(node: Interpolation): Mutation[] {
  return [mutate('text-empty', node, '""')];
}
