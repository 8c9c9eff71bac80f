/** Patterns: the types, and the messages with all differences. */
import { afterAll, expect, test } from 'vitest';
import { perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

const absent = Symbol('absent');

/** Whether a member with this value matches a pattern. */
async function matches(pattern: string, value: unknown): Promise<boolean> {
  const body = value === absent ? {} : { a: value };
  const steps = `When I send GET /\nThen the body matches {"a": ${JSON.stringify(pattern)}}`;
  const { outcome } = await perform(steps, { answers: [{ json: body }] });
  expect(['pass', 'fail']).toContain(outcome.verdict);
  return outcome.verdict === 'pass';
}

const uuid = '0b0e7a3e-3f0c-4a52-9d8e-0c6f5f3f3a11';

const types: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['#string', ['', 'a', '7'], [7, null, [], {}, true, absent]],
  ['#integer', [7, -1, 0, 3.0], [3.5, '7', null, absent]],
  ['#number', [7, 3.5], ['7', null, absent]],
  ['#boolean', [true, false], ['true', 0, null, absent]],
  ['#array', [[], [1]], [{}, '[]', null, absent]],
  ['#object', [{}, { b: 1 }], [[], null, '{}', absent]],
  ['#null', [null], [0, '', false, absent]],
  ['#any', [null, 0, '', [], {}], [absent]],
  ['#absent', [absent], [null, 0, '']],
  ['#date-time', ['2026-01-31T12:00:00Z'], ['2026-01-31', '2026-13-31T12:00:00Z', 0, absent]],
  ['#date', ['2026-01-31'], ['2026-02-30', '31.1.2026', absent]],
  ['#http-date', ['Wed, 21 Oct 2026 07:28:00 GMT'], ['2026-10-21', 0, absent]],
  ['#uuid', [uuid], ['7', uuid.slice(1), absent]],
  ['#uri', ['https://a.example/b?c'], ['/b', 'a b', absent]],
  ['#email', ['ada@example.org'], ['ada', absent]],
  ['#contains b', ['abc'], ['ac', ['b'], absent]],
  ['#one of a, b c', ['a', 'b c'], ['b', 'a, b c', absent]],
  ['#/^a+$/', ['aaa'], ['aab', 7, absent]],
  ['#/^A+$/i', ['aaa'], ['b']],
  ['#integer?', [7, absent], ['7', null]],
  ['#string or #null', ['a', null], [7, absent]],
  ['#string? or #null', ['a', null, absent], [7]],
  ['#/a or b/ or #null', ['x a or b', null], ['a']],
  ['##integer', ['#integer'], [7, '##integer', absent]],
  ['integer', ['integer'], ['#integer', 7]],
];

test.each(types)('%s holds for its type only', async (pattern, yes, no) => {
  for (const value of yes) expect([value, await matches(pattern, value)]).toEqual([value, true]);
  for (const value of no) expect([value, await matches(pattern, value)]).toEqual([value, false]);
});

test('the message lists every difference with its path', async () => {
  const steps = `
    When I send GET /
    Then the body matches:
      """
      {
        "items": ["#every", { "price": "#number", "tags": ["a", "#string"] }],
        "first name": "#string", "total": 2, "next": null
      }
      """`;
  const items = [
    { price: 1, tags: ['a', 'b'] },
    { price: '12', tags: ['a'] },
    { price: 2, tags: ['b', 3] },
  ];
  const result = await perform(steps, {
    answers: [{ json: { items, total: '2', 'first name': 7 } }],
  });
  expect(summarize(result).split('; ')).toEqual([
    'fail: body.items[1].price: expected a number, observed "12"',
    'body.items[1].tags.length: expected 2, observed 1',
    'body.items[2].tags[0]: expected "a", observed "b"',
    'body.items[2].tags[1]: expected a string, observed 3',
    'body["first name"]: expected a string, observed 7',
    'body.total: expected 2, observed "2"',
    'body.next: expected null, observed nothing',
  ]);
});

test('#either holds for one of several patterns, and states all of them', async () => {
  const say = async (a: unknown) => {
    const steps =
      'When I send GET /\nThen the body matches {"a": ["#either", 1, {"b": "#string", "c": 2}, "#null"]}';
    return summarize(await perform(steps, { answers: [{ json: { a } }] }));
  };
  for (const one of [1, { b: 'x', c: 2 }, null]) expect(await say(one)).toBe('pass');
  expect(await say({ b: 1, c: 3 })).toBe(
    'fail: body.a: expected 1, or a string in b and 2 in c, or null, observed {"b":1,"c":3}',
  );
});

test('a match allows further members at every depth, an exact comparison none', async () => {
  const answers = [{ json: { a: { b: 1, more: 2 }, more: [] } }];
  const say = async (how: string) =>
    summarize(
      await perform(`When I send GET /\nThen the body ${how} {"a": {"b": 1}}`, { answers }),
    );
  expect(await say('matches')).toBe('pass');
  expect(await say('is exactly')).toBe(
    'fail: body.a.more: expected nothing, observed 2; body.more: expected nothing, observed []',
  );
});

test('#sent stands for the sent value at the same location', async () => {
  const body = '{"a": "${unique}", "list": [{"b": 1}, {"b": 2}]}';
  const steps = (path: string, pattern: string) =>
    `When I send POST / with ${body}\nThen ${path} matches ${pattern}`;
  const answers = [{ json: { a: 'touchstone-0a1b2c3d-1', list: [{ b: 1 }, { b: 3 }] } }];
  const say = async (path: string, pattern: string) =>
    summarize(await perform(steps(path, pattern), { answers }));
  expect(await say('$', '{"a": "#sent"}')).toBe('pass');
  expect(await say('$.list', '["#every", {"b": "#sent"}]')).toBe(
    'fail: body.list[1].b: expected 2 as it was sent, observed 3',
  );
  expect(await say('$.list[0]', '{"b": "#sent"}')).toBe('pass');
  expect(await say('$', '{"c": "#sent"}')).toContain('No body.c was sent');
});

test('a value of a placeholder stands for itself', async () => {
  const steps = `
    Given I remember {"text": "#integer", "id": 7} as "known"
    When I send GET /
    Then $.text is \${known}`;
  const say = async (text: unknown) =>
    summarize(await perform(steps, { answers: [{ json: { text } }] }));
  expect(await say({ id: 7, text: '#integer' })).toBe('pass');
  expect(await say({ id: 7, text: 8 })).toBe(
    'fail: body.text.text: expected "#integer", observed 8',
  );
});

test('a value of a placeholder is matched like a pattern, with every difference', async () => {
  const steps = (sentence: string) => `
    Given I remember {"name": "\${unique}", "mails": [{"at": "home"}, {"at": "work"}]} as "user"
    When I send POST / with \${user}
    Then ${sentence}`;
  const say = async (sentence: string, json: unknown) =>
    summarize(await perform(steps(sentence), { answers: [{ json }] }));
  const name = 'touchstone-0a1b2c3d-1';
  const more = { id: 7, name, mails: [{ at: 'home', id: 1 }, { at: 'work' }] };
  expect(await say('the body matches ${user}', more)).toBe('pass');
  expect(await say('the body matches {"mails": "#sent"}', more)).toBe('pass');
  expect(await say('${$} matches ${user}', more)).toBe('pass');
  expect(await say('the body is exactly ${user}', more)).toBe(
    'fail: body.mails[0].id: expected nothing, observed 1; body.id: expected nothing, observed 7',
  );
  const other = { name: 'other', mails: [{ at: 'home' }, {}] };
  expect(await say('the body matches ${user}', other)).toBe(
    `fail: body.name: expected "${name}", observed "other"; body.mails[1].at: expected "work", observed nothing`,
  );
  expect(await say('$.mails matches "#sent"', other)).toBe(
    'fail: body.mails[1].at: expected "work" as it was sent, observed nothing',
  );
  expect(await say('the body matches ${user}', { name, mails: [] })).toBe(
    'fail: body.mails.length: expected 2, observed 0',
  );
  expect(await say('the body matches ${user}', { name, mails: null })).toBe(
    'fail: body.mails: expected [{"at":"home"},{"at":"work"}], observed null',
  );
});

test('types are compared: a number is not its digits, null is not an absent value', async () => {
  const say = async (value: string, observed: unknown) =>
    summarize(
      await perform(`When I send GET /\nThen $.a is ${value}`, { answers: [{ json: observed }] }),
    );
  expect(await say('3', { a: '3' })).toBe('fail: body.a: expected 3, observed "3"');
  expect(await say('"3"', { a: 3 })).toBe('fail: body.a: expected "3", observed 3');
  expect(await say('null', {})).toBe('fail: body.a: expected null, observed nothing');
  expect(await say('3.0', { a: 3 })).toBe('pass');
  expect(await say('{"b": 1, "c": 2}', { a: { c: 2, b: 1 } })).toBe('pass');
});

test('an id of 64 bits keeps its digits', async () => {
  const steps = `
    Given I send GET /first
    And I remember $.id as "id"
    When I send POST /items with {"id": \${id}}
    Then $.id is \${id}
    And $.id is an integer`;
  const { outcome, requests } = await perform(steps, {
    answers: [{ headers: { 'content-type': 'application/json' }, text: '{"id":9007199254740993}' }],
  });
  expect(requests[1]?.body).toBe('{"id":9007199254740993}');
  expect(outcome.verdict).toBe('pass');
});
