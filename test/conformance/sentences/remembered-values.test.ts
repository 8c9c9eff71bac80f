/** Sentences that compare two remembered values. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, expect, test } from 'vitest';
import { perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

test('headers and cookies of the latest answer are values', async () => {
  const headers = { ETag: '"a"', 'Set-Cookie': 'id=1%2F2; Path=/; HttpOnly' };
  const { requests, outcome } = await perform(
    'When I send GET /a\nAnd I set the headers:\n| If-Match | ${header:etag} |\n| Cookie | id=${cookie:id} |\nAnd I send GET /b',
    { answers: [{ headers, json: {} }] },
  );
  expect(outcome.verdict).toBe('pass');
  expect(requests[1]?.headers).toMatchObject({ 'If-Match': '"a"', Cookie: 'id=1%2F2' });
});

test.each([
  ['${header:ETag}', 'header etag'],
  ['${cookie:id}', 'cookie id'],
  ['${link:next}', 'link next'],
])('an answer without %s is a failure', async (place, path) => {
  const result = await perform(`When I send GET /a\nThen ${place} is "a"`);
  expect(summarize(result)).toBe(`fail: ${path}: expected a value, observed nothing`);
});

test.each([
  ['http://other/v2/files/7', '/files/7'],
  ['/v2/files/7', '/files/7'],
  ['//other/v2/files/7', '/files/7'],
  ['7', '/files/7'],
  ['./7?part=1', '/files/7?part=1'],
  ['../files/7', '/files/7'],
  ['?page=2', '/files/new?page=2'],
])('the reference %s leads to %s', async (location, path) => {
  const scene = {
    baseUrl: 'http://target/v2',
    answers: [{ status: 201, headers: { Location: location }, json: { next: location } }],
  };
  const follow = async (steps: string) => {
    const { requests } = await perform(`When I send POST /files/new\n${steps}`, scene);
    return requests.at(-1)?.path;
  };
  expect(await follow('And I send GET ${header:Location}')).toBe(path);
  expect(await follow('And I send GET ${$.next}')).toBe(path);
  const later =
    'And I remember the header Location as "it"\nAnd I send GET /x\nAnd I send GET ${it}';
  expect(await follow(later)).toBe(path);
});

test.each([
  ['/a', '/files?part=1', '/files?part=1&digest=b%26c'],
  ['/a', '/files', '/files?digest=b%26c'],
  ['/a/b', '../files?part=1', '/files?part=1&digest=b%26c'],
])('after %s, a query extends the one of the URL %s', async (path, location, expected) => {
  const answers = [{ status: 201, headers: { Location: location } }];
  const steps = `Given I send POST ${path}\nWhen I send GET \${header:Location}?digest=b%26c`;
  const { requests } = await perform(steps, { answers });
  expect(requests.at(-1)?.path).toBe(expected);
});

test.each([
  ['</a?page=2>; rel="next"', '/a?page=2'],
  ['</b>; rel=prev, </a?x=1,2>; title="a, <b>; rel=\\"next\\""; rel="last Next"', '/a?x=1,2'],
  ['<?page=2>;rel=next', '/list?page=2'],
  ['<http://other/a>; rel="next"; rel="prev", </c>; rel=next', '/a'],
])('the header Link: %s leads to %s', async (link, path) => {
  const steps = 'When I send GET /list\nAnd I send GET ${link:next}';
  const { requests } = await perform(steps, { answers: [{ headers: { Link: link } }] });
  expect(requests.at(-1)?.path).toBe(path);
});

const remember = `
When I send GET /a
And I remember $.value as "first"
And I send GET /b
And I remember $.value as "second"
`;

async function judge(first: unknown, second: unknown, sentence: string): Promise<string> {
  const answers = [{ json: { value: first } }, { json: { value: second } }];
  return summarize(await perform(`${remember}Then ${sentence}`, { answers }));
}

test.each([
  [1, 1, '${second} is ${first}', 'pass'],
  [1, '1', '${second} is ${first}', 'fail: second: expected 1 (first), observed "1"'],
  [1, 2, '${second} is 2', 'pass'],
  [1, 'a', '${second} is "#string"', 'pass'],
  [{ a: [1] }, { a: [1] }, '${second} is ${first}', 'pass'],
  [1, 2, '${second} is not ${first}', 'pass'],
  [1, 1, '${second} is not ${first}', 'fail: second: expected not 1 (first), observed 1'],
  [2, 10, '${second} is greater than ${first}', 'pass'],
  [2, 10, '${second} is at most ${first}', 'fail: second: expected at most 2 (first), observed 10'],
  [2, '10', '${second} is at least 1', 'fail: second: expected at least 1, observed "10"'],
  ['2026-01-01', '2026-01-02', '${first} is less than ${second}', 'pass'],
  [3, 3, '${$.value} is ${first}', 'pass'],
  [3, 4, '${$.value} is ${first}', 'fail: body.value: expected 3 (first), observed 4'],
  [3, 4, '${first} is ${$.value}', 'fail: first: expected 4 (body.value), observed 3'],
])('%j, %j: %s: %s', async (first, second, sentence, expected) => {
  expect(await judge(first, second, sentence)).toBe(expected);
});

test('a member that differs is named in objects', async () => {
  const answer = await judge(1, { a: 1, b: 3 }, '${second} is {"a": ${first}, "b": 2}');
  expect(answer).toBe('fail: second.b: expected 2, observed 3');
});

test('the comparison can be recorded', async () => {
  const steps = `${remember}Then whether \${second} is greater than \${first} is recorded`;
  const answers = [{ json: { value: 1 } }, { json: { value: 2 } }];
  const { observations } = await perform(steps, { answers });
  expect(observations).toEqual(['${second} is greater than ${first}: yes']);
});

test('a comparison that prepares blocks', async () => {
  const answers = [{ json: { value: 1 } }, { json: { value: 2 } }];
  const steps = `${remember.replace('When', 'Given')}And \${second} is \${first}`;
  expect(summarize(await perform(steps, { answers }))).toBe(
    'blocked: second: expected 1 (first), observed 2',
  );
});

test('an unknown name is a mistake of the suite', async () => {
  expect(await judge(1, 2, '${third} is ${first}')).toMatch(
    /^error: .* Nothing is remembered as "third"\.$/,
  );
});

test.each([
  ['I remember the header Location as "it"', 'the header'],
  ['I remember $.next as "it"', 'the body'],
  ['I remember "${header:Location}" as "it"', 'the header, in a text'],
  ['I remember what /.*/ finds in ${$.next} as "it"', 'a part of the body'],
])('after %s, a path is relative to the host of the answer', async (remembering) => {
  const steps = `Given I send POST /todos\nAnd ${remembering}\nWhen I send GET \${it}`;
  const follow = async (reference: string) => {
    const answers = [{ status: 201, headers: { Location: reference }, json: { next: reference } }];
    const result = await perform(steps, { answers, baseUrl: 'http://target/api' });
    return result.requests[1]?.path ?? summarize(result);
  };
  expect(await follow('/api/todos/1')).toBe('/todos/1');
  expect(await follow('/todos/1')).toBe(
    'not tested: "/todos/1" is not a path below the base URL http://target/api',
  );
});

test.each(['I remember "/todos/1" as "it"', 'I remember the text as "it":\n"""\n/todos/1\n"""'])(
  'a path in the suite is relative to the base URL: %s',
  async (remembering) => {
    const steps = `Given I send POST /todos\nAnd ${remembering}\nWhen I send GET \${it}`;
    const { requests } = await perform(steps, { baseUrl: 'http://target/api' });
    expect(requests[1]?.path).toBe('/todos/1');
  },
);
