import { describe, expect, it } from 'vitest';
import { selectorOf, signatureOf } from '../../../interpreter/runtime/selector.js';

const infix = ['+', '-', '*', '/', '%', '<', '>', '<=', '>=', '==', '!=', '<<', '>>', '&', '|'];
const signatures = [
  ...[...infix, '^', '..', '...', 'is'].map((operator) => `${operator}(_)`),
  ...['-', '!', '~', '[_]', '[_,_]', '[_]=(_)', '[_,_]=(_)'],
  ...['foo', 'foo()', 'foo(_)', 'foo(_,_)', 'foo=(_)', 'bar', 'is', 'init new()', 'new()'],
  ...['constructor', '__proto__', 'toString', 'then', 'valueOf()'],
];

describe('selectors', () => {
  it('differ for different signatures', () => {
    expect(new Set(signatures.map(selectorOf)).size).toBe(signatures.length);
  });

  it.each(signatures)('map back from %s', (signature) => {
    expect(signatureOf(selectorOf(signature))).toBe(signature);
  });

  it('are property names without a meaning in JavaScript', () => {
    for (const signature of signatures) {
      expect(selectorOf(signature)).toMatch(/^[\w$]*\$[\w$]*$/);
      expect(selectorOf(signature) in Object.prototype).toBe(false);
    }
  });

  it('are unknown before their first use', () => {
    expect(signatureOf('neverAskedFor$')).toBeUndefined();
    expect(signatureOf('toString')).toBeUndefined();
  });
});
