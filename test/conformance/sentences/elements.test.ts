/** Edge cases of the sentences about values and elements. */
import { afterAll, expect, test } from 'vitest';
import { perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

async function say(sentence: string, json: unknown): Promise<string> {
  return summarize(await perform(`When I send GET /\nThen ${sentence}`, { answers: [{ json }] }));
}

const passing: readonly (readonly [sentence: string, json: unknown])[] = [
  ['$ has 2 elements', [1, 2]],
  ['$ has no elements', []],
  ['$ has fewer than 2 elements', [1]],
  ['$ has more than 1 element', [1, 2]],
  ['$ has exactly 1 element', [1]],
  ['$.items[*].id has 2 elements', { items: [{ id: 1 }, { id: 2 }, {}] }],
  ["$[?@.title == 'a'] has 1 element", [{ title: 'a' }, { title: 'b' }]],
  ["$[?@.title == 'a'].id is 7", [{ title: 'a', id: 7 }]],
  ['$..id has 2 elements', { a: { id: 1 }, b: [{ id: 2 }] }],
  ['$.map[*] has 2 elements', { map: { a: 1, b: 2 } }],
  ['$[?@.tags[0] == "x"] has 1 element', [{ tags: ['x'] }, { tags: [] }]],
  ['$[\'first name\'] is "Ada"', { 'first name': 'Ada' }],
  ['$[-1] is 3', [1, 2, 3]],
  ['$[0:2] has 2 elements', [1, 2, 3]],
  ['every element of $ matches "#integer"', []],
  ['some element of $ matches {"a": 1}', [{}, { a: 1, b: 2 }]],
  ['no element of $ matches {"a": 1}', [{ a: 2 }]],
  ['$ has 1 element that matches {"a": 1}', [{ a: 1 }, { a: 2 }]],
  ['the elements of $ are in descending order', ['b', 'b', 'a']],
  ['the elements of $ are in ascending order', []],
  ['the elements of $ are unique', [1, '1', [1], { a: 1 }]],
  ['the elements of $ are [2, 1, 1] in any order', [1, 2, 1]],
  ['the elements of $[*].a are [2, 1] in this order', [{ a: 2 }, { a: 1 }]],
  ['the elements of $ are [] in this order', []],
  ['$.a contains "b"', { a: 'abc' }],
  ['$.a contains {"id": 1}', { a: [{ id: 1, more: 2 }] }],
  ['$.a does not contain "b"', { a: ['abc'] }],
  ['$.a is greater than "2026-01-01"', { a: '2026-01-02' }],
  ['$.a is greater than "2026-01-01T12:00:00Z"', { a: '2026-01-01T12:00:00.5Z' }],
  ['$.a is less than "2026-01-01T12:00:00.1234567891Z"', { a: '2026-01-01T12:00:00.123456789Z' }],
  ['$.a is at most "2026-01-01T12:00:00Z"', { a: '2026-01-01T13:00:00.00+01:00' }],
  ['$.a is at least "2016-12-31T23:59:59Z"', { a: '2016-12-31T23:59:60Z' }],
  ['the elements of $ are in ascending order', ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.1Z']],
  ['$.a is present', { a: null }],
  ['$.a is absent', {}],
  ['$.list[*].a is present', { list: [{ a: 1 }, { a: 2 }] }],
];

test.each(passing)('holds: %s', async (sentence, json) => {
  expect(await say(sentence, json)).toBe('pass');
});

const failing: readonly (readonly [sentence: string, json: unknown, message: string])[] = [
  [
    'the elements of $ are [1, 2, 3] in this order',
    [1, 3],
    'body[1]: expected 2, observed 3; body: expected an element 3, observed nothing',
  ],
  ['the elements of $ are [1] in this order', [1, 1], 'body[1]: expected nothing, observed 1'],
  ['$ has 2 elements', { length: 2 }, 'body: expected an array, observed {"length":2}'],
  ['$.items has no elements', {}, 'body.items: expected an array, observed nothing'],
  ['$[?@.a == 1] has no elements', { a: [] }, 'body: expected an array, observed {"a":[]}'],
  ['$.items[?@.a == 1] is absent', {}, 'body.items: expected an array, observed nothing'],
  ['$.items[*].id is absent', { items: 'x' }, 'body.items: expected an array, observed "x"'],
  ['$[*].id is 7', [{ id: 7 }, { id: 7 }], '$[*].id: expected one value, observed 2 values'],
  ['$[?@.a == 1].id is 7', [], '$[?@.a == 1].id: expected 7, observed nothing'],
  [
    'some element of $ matches "#string"',
    [1, 2],
    'body: expected an element that matches "#string", observed 2 elements, none of which matches',
  ],
  [
    'no element of $ matches "#string"',
    [1, 'a'],
    'body[1]: expected no element that matches "#string", observed "a"',
  ],
  [
    'the elements of $ are in ascending order',
    [1, 'a'],
    'body[1]: expected at least 1, in ascending order, observed "a"',
  ],
  [
    'the elements of $ are in ascending order',
    [1, null],
    'body[1]: expected at least 1, in ascending order, observed null',
  ],
  [
    'the elements of $ are unique',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'body[1]: expected another value than body[0], observed {"b":2,"a":1}',
  ],
  [
    'the elements of $ are [1, 1] in any order',
    [1],
    'body: expected an element 1, observed nothing',
  ],
  ['$.a is at most 3', { a: '2' }, 'body.a: expected at most 3, observed "2"'],
  [
    '$.a is greater than "2026-01-01T12:00:00.9Z"',
    { a: '2026-01-01T12:00:00Z' },
    'body.a: expected greater than "2026-01-01T12:00:00.9Z", observed "2026-01-01T12:00:00Z"',
  ],
  ['$.a contains "b"', { a: 7 }, 'body.a: expected a string that contains "b", observed 7'],
  ['$.a is a string', { a: null }, 'body.a: expected a string, observed null'],
  [
    '$.list[*].a is absent',
    { list: [{}, { a: 1 }] },
    'body.list[1].a: expected nothing, observed 1',
  ],
];

test.each(failing)('fails: %s of %j', async (sentence, json, message) => {
  expect(await say(sentence, json)).toBe(`fail: ${message}`);
});

test('a mismatch describes a body that is not JSON', async () => {
  const answers = [{ text: '<html>' }];
  const result = await perform('When I send GET /\nThen $.a is absent', { answers });
  expect(summarize(result)).toContain('fail: body: expected JSON, observed a body of 6 bytes that');
});

test('values in paths and regular expressions match literally', async () => {
  const title = `it's "a" [b] (c) \\ d`;
  const steps = `
    Given I remember ${JSON.stringify(title)} as "title"
    And I remember 7 as "id"
    When I send GET /
    Then $[?@.title == '\${title}'] has 1 element
    And $[?@.title == "\${title}"] has 1 element
    And $[?@.title == \${title}].id is 7
    And $[?@.id == \${id}] has 1 element
    And $[0].title matches /^\${title}$/`;
  const answers = [
    {
      json: [
        { title, id: 7 },
        { title: 'other', id: '7' },
      ],
    },
  ];
  expect(summarize(await perform(steps, { answers }))).toBe('pass');
});

test('ids beyond the numbers of JavaScript are compared with all their digits', async () => {
  const text = '[{"id": 12345678901234567, "n": "a"}, {"id": 12345678901234568, "n": "b"}]';
  const steps = `When I send GET /
    And I remember $[0].id as "id"
    Then $[?@.id == \${id}].n is "a"
    And $[?@.id != \${id}].n is "b"
    And $[?@.id == 12345678901234568].n is "b"
    And $[?@.n == 'a'].id is \${id}`;
  expect((await perform(steps, { answers: [{ text }] })).outcome).toMatchObject({
    verdict: 'pass',
  });
});
