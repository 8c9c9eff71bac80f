/** Changes of a text: one stretch replaced, everything else byte for byte as it was. */
import type { Span } from '../../interpreter/source/source-file.js';

/** Replaces what a span holds. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** An edit that stands for a slip somebody could make; the rule says which. */
export interface Mutation extends Edit {
  readonly rule: string;
}

/** Describes a mutation of a span of a text. */
export function mutate(rule: string, { start, end }: Span, replacement: string): Mutation {
  return { rule, start, end, replacement };
}

export function applyEdit(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The text of a span. */
export function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Lets each two neighbors of a list change places, whatever stands between them. */
export function swapNeighbors(rule: string, text: string, items: readonly Span[]): Mutation[] {
  return items.slice(1).flatMap((right, index) => {
    const left = items[index];
    if (left === undefined || textAt(text, left) === textAt(text, right)) return [];
    const between = text.slice(left.end, right.start);
    const swapped = textAt(text, right) + between + textAt(text, left);
    return [mutate(rule, { start: left.start, end: right.end }, swapped)];
  });
}

/** Takes each item out of a list, with the comma that separates it. */
export function removeEach(rule: string, items: readonly Span[]): Mutation[] {
  return items.map((item, index) => {
    const [previous, next] = [items[index - 1], items[index + 1]];
    const start = next === undefined ? (previous?.end ?? item.start) : item.start;
    return mutate(rule, { start, end: next?.start ?? item.end }, '');
  });
}
