import { describe, expect, test } from 'vitest';
import { describeUnreadable } from '../../../conformance/http/exchange.js';

const answer = { status: 200, headers: [], malformedAt: undefined };

describe('a body', () => {
  test.each(['', '[]', ' {"a":1}\n'])('is empty or readable: %j', (body) => {
    expect(describeUnreadable({ ...answer, body })).toBeUndefined();
  });

  test('is not readable when it is cut', () => {
    expect(describeUnreadable({ ...answer, body: '[{"name":"Zo' })).toBe(
      'a body of 12 bytes that is not readable as JSON: it ends too early: Unterminated string in JSON at position 12',
    );
  });

  test.each(['{"a":1', '[1,', '{"a"', '[tru'])('ends too early: %s', (body) => {
    expect(describeUnreadable({ ...answer, body })).toContain(': it ends too early: ');
  });

  test.each(["{'a':1}", '{"a":infinity}', 'Warning {}'])('is not JSON: %s', (body) => {
    expect(describeUnreadable({ ...answer, body })).not.toContain('too early');
  });

  test('is not readable with a byte order mark', () => {
    expect(describeUnreadable({ ...answer, body: '\ufeff[]' })).toMatch(/JSON: .*\\ufeff/);
  });

  test('is not readable when it is not UTF-8', () => {
    expect(describeUnreadable({ ...answer, body: '["Zo\ufffd"]', malformedAt: 4 })).toBe(
      'a body that is not readable as JSON: not UTF-8 at byte 4',
    );
  });
});
