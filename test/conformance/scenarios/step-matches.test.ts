import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { expect, test } from 'vitest';
import { rememberMatches } from '../../../conformance/scenarios/step-matches.js';

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
  rememberMatches(library);
  const answers = () => stepDefinitions.map(({ expression }) => expression.match('a user'));
  expect(answers()).toEqual([['user'], null]);
  expect(answers()).toEqual([['user'], null]);
  expect(asked).toEqual(['user: a user', 'product: a user']);
});

test('a library that hides its definitions is left as it is', () => {
  const library = { originalCoordinates: {} } as unknown as ISupportCodeLibrary;
  expect(() => rememberMatches(library)).not.toThrow();
});
