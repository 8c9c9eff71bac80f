/** Edits of a text: one span is replaced, all other bytes are kept. */
import type { Span } from '../../../interpreter/source/source-file.js';

/** The replacement of a span. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** An edit that simulates a programming mistake; `rule` names the mistake. */
export interface Mutation extends Edit {
  readonly rule: string;
}

/** Creates a mutation. */
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

/** Swaps each two neighbours of a list and keeps the text between them. */
export function swapNeighbors(rule: string, text: string, items: readonly Span[]): Mutation[] {
  return items.slice(1).flatMap((right, index) => {
    const left = items[index];
    if (left === undefined || textAt(text, left) === textAt(text, right)) return [];
    const between = text.slice(left.end, right.start);
    const swapped = textAt(text, right) + between + textAt(text, left);
    return [mutate(rule, { start: left.start, end: right.end }, swapped)];
  });
}

/** Removes each item of a list with its comma. */
export function removeEach(rule: string, items: readonly Span[]): Mutation[] {
  return items.map((item, index) => {
    const [previous, next] = [items[index - 1], items[index + 1]];
    const start = next === undefined ? (previous?.end ?? item.start) : item.start;
    return mutate(rule, { start, end: next?.start ?? item.end }, '');
  });
}
