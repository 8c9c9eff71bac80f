import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { expect, test } from 'vitest';
import { speedUpMatches } from '../../../conformance/scenarios/step-matches.js';

/** A library with a definition for each word, which counts how often it is asked. */
function makeLibrary(words: readonly string[]) {
  const asked: string[] = [];
  const stepDefinitions = words.map((word) => ({
    expression: {
      match(text: string): string[] | null {
        asked.push(`${word}: ${text}`);
        return text.includes(word) ? [word] : null;
      },
    },
  }));
  const library = { originalCoordinates: {}, stepDefinitions };
  return { library: library as unknown as ISupportCodeLibrary, stepDefinitions, asked };
}

test('every definition answers as before, and is asked only once about a text', () => {
  const { library, stepDefinitions, asked } = makeLibrary(['user', 'product']);
  speedUpMatches(library);
  const answers = () => stepDefinitions.map(({ expression }) => expression.match('a user'));
  expect(answers()).toEqual([['user'], null]);
  expect(answers()).toEqual([['user'], null]);
  expect(asked).toEqual(['user: a user', 'product: a user']);
});

test('a definition says where the groups of its match are', () => {
  const treeRegexp = {
    regexp: /^an? (user|product) named (.*)$/,
    groupBuilder: {
      build: ({ indices }: RegExpExecArray, next: () => number) =>
        [next(), next(), next()].map((index) => indices?.[index]),
    },
    match: (_text: string): unknown => 'not asked',
  };
  const expression = { treeRegexp, match: (text: string) => treeRegexp.match(text) };
  const library = { originalCoordinates: {}, stepDefinitions: [{ expression }] };
  speedUpMatches(library as unknown as ISupportCodeLibrary);
  expect(expression.match('a user named Ada')).toEqual([
    [0, 16],
    [2, 6],
    [13, 16],
  ]);
  expect(expression.match('a list')).toBeNull();
});

test('a library that hides its definitions is left as it is', () => {
  const library = { originalCoordinates: {} } as unknown as ISupportCodeLibrary;
  expect(() => speedUpMatches(library)).not.toThrow();
});
