/** The requests of sentences, and scenarios whose preparation fails. */
import { afterAll, expect, test } from 'vitest';
import { marker, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

test('bodies are sent as written', async () => {
  const { requests } = await perform(`
    Given I send POST /a with {"n": 1, "u": "\${unique}"}
    And I send POST /a as text/csv:
      """
      id;\${unique}
      """
    And I send POST /a with the form:
      | name | a & b |
      | name | \${unique:x} |
    And I send GET /a?x=1 with the query:
      | q | ä |
    And I send POST /a as application/vnd.a+json with [1]`);
  expect(requests.map(({ method, path, query, body }) => [method, path, query, body])).toEqual([
    ['POST', '/a', [], `{"n":1,"u":"${marker}-1"}`],
    ['POST', '/a', [], `id;${marker}-1`],
    ['POST', '/a', [], `name=a+%26+b&name=${marker}-2`],
    ['GET', '/a?x=1', [['q', 'ä']], undefined],
    ['POST', '/a', [], '[1]'],
  ]);
  expect(requests.map(({ headers }) => headers?.['Content-Type'])).toEqual([
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    undefined,
    'application/vnd.a+json',
  ]);
});

test('a request that a scenario shares twice is sent twice', async () => {
  const steps = 'all scenarios share the next request\nAnd I send POST /a with {}\n';
  const { requests } = await perform(`Given ${steps}And ${steps}`);
  expect(requests).toHaveLength(2);
});

test('a media type for all bodies is not sent with requests that have none', async () => {
  const { requests } = await perform(`
    Given I set the header content-type to "application/vnd.a+json"
    And I send POST /\${unique} with {}
    And I send GET /a
    And I send DELETE /\${unique}
    And I send DELETE /\${unique} with {}
    And I send POST /a`);
  const types = requests.map(({ method, headers }) => [method, headers?.['content-type']]);
  const type = 'application/vnd.a+json';
  expect(types).toEqual([
    ['POST', type],
    ['GET', undefined],
    ['DELETE', undefined],
    ['DELETE', type],
    ['POST', type],
  ]);
});

test('a multipart form has a part for each row, and media types have parameters', async () => {
  const { requests } = await perform(`
    Given I send POST /a with the multipart form:
      | a "b" | \${unique} |       |          |
      | file  | 1\\n2       | a.csv | text/csv |
    And I send POST /a as text/plain; charset=utf-8:
      """
      é
      """`);
  const [form, text] = requests;
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(
    form?.headers?.['Content-Type'] ?? '',
  ) ?? [''];
  expect(String(form?.body).split('\r\n')).toEqual([
    `--${boundary}`,
    'Content-Disposition: form-data; name="a %22b%22"',
    '',
    `${marker}-1`,
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="a.csv"',
    'Content-Type: text/csv',
    '',
    '1\n2',
    `--${boundary}--`,
    '',
  ]);
  expect([text?.headers?.['Content-Type'], text?.body]).toEqual(['text/plain; charset=utf-8', 'é']);
});

test('one member of a body can be changed', async () => {
  const { requests } = await perform(`
    Given I remember {"a": {"b": 1, "list": [1, 2]}, "c": "x"} as "valid"
    When I send POST /a with \${valid}
    And I send POST /a with \${valid} in which $.a.b is null
    And I send POST /a with \${valid} in which $['a']["b"] is 5
    And I send POST /a with \${valid} in which $['new'] is {"d": []}
    And I send POST /a with \${valid} without $.a.list[0]
    And I send POST /a with \${valid} without $.c`);
  expect(requests.map(({ body }) => body)).toEqual([
    '{"a":{"b":1,"list":[1,2]},"c":"x"}',
    '{"a":{"b":null,"list":[1,2]},"c":"x"}',
    '{"a":{"b":5,"list":[1,2]},"c":"x"}',
    '{"a":{"b":1,"list":[1,2]},"c":"x","new":{"d":[]}}',
    '{"a":{"b":1,"list":[2]},"c":"x"}',
    '{"a":{"b":1,"list":[1,2]}}',
  ]);
});

test('placeholders keep types without quotes, and are strings in quotes', async () => {
  const { requests } = await perform(
    `
    Given I send GET /first
    And I remember $.id as "id"
    And I remember $.none as "none"
    When I send POST /a/\${id} with {"bare": \${id}, "quoted": "\${id}", "mixed": "a \${id} \${none}", "none": \${none}}
    And I send POST /a with {"literal": "$\${id}", "a\${$.id}": 1}`,
    { answers: [{ json: { id: 7, none: null } }], isDisposable: true },
  );
  expect(requests.slice(1).map(({ path, body }) => [path, body])).toEqual([
    ['/a/7', '{"bare":7,"quoted":"7","mixed":"a 7 null","none":null}'],
    ['/a', '{"literal":"${id}","a7":1}'],
  ]);
});

test('headers and credentials apply to all later requests', async () => {
  const suite =
    'credentials:\n  token: { help: a, header: "X-Key: ${value}" }\n  old: { help: a, opposite: token, header: "X-Key: ${value}" }\n';
  const { requests } = await perform(
    `
    Given I use the credential token
    And I set the header accept to "text/a"
    And I send GET /1
    And I use the credential old
    And I set the headers:
      | Accept | text/b |
    And I send GET /2
    And I use no credential
    And I drop the header ACCEPT
    And I use "t" as bearer token
    And I send GET /3
    And I use the user "a" with the password "b"
    And I send GET /4
    And I use no credential
    And I send GET /5`,
    { suite, credentials: { token: 'T', old: 'O' } },
  );
  expect(requests.map(({ headers }) => headers)).toEqual([
    { 'X-Key': 'T', accept: 'text/a' },
    { 'X-Key': 'O', Accept: 'text/b' },
    { Authorization: 'Bearer t' },
    { Authorization: 'Basic YTpi' },
    {},
  ]);
});

test('URLs from an answer are requested at the base URL', async () => {
  const url = 'https://known.as/api/todos/7?x=1';
  const steps = (place: string) => `
    Given I send GET /
    And I remember $.url as "url"
    When I send GET ${place}`;
  const pathsFor = async (given: string, place: string, baseUrl = 'http://target/api') => {
    const result = await perform(steps(place), { baseUrl, answers: [{ json: { url: given } }] });
    return [result.requests[1]?.path, summarize(result)];
  };
  expect(await pathsFor(url, '${url}')).toEqual(['/todos/7?x=1', 'pass']);
  expect(await pathsFor('/api/todos/7', '${url}')).toEqual(['/todos/7', 'pass']);
  expect(await pathsFor('/api/todos/7', '${url}/items')).toEqual(['/todos/7/items', 'pass']);
  expect(await pathsFor(url, '${url}', 'http://target/other')).toEqual([
    undefined,
    `not tested: "${url}" is not a path below the base URL http://target/other`,
  ]);
});

test('a preparing request must succeed, a judged one may have any answer', async () => {
  const say = async (keyword: string, status: number, then = '') =>
    summarize(await perform(`${keyword} I send GET /a${then}`, { answers: [{ status }] }));
  expect(await say('Given', 204)).toBe('pass');
  expect(await say('Given', 304)).toContain('blocked: GET /a was answered with 304');
  expect(await say('Given', 304, '\nAnd the status is 302 or 304')).toBe('pass');
  expect(await say('Given', 200, '\nAnd the status is 302')).toContain(
    'blocked: status: expected 302',
  );
  expect(await say('Given', 304, '\nWhen I send GET /b\nThen the status is 304')).toContain(
    'blocked',
  );
  expect(await say('When', 500)).toBe('pass');
  expect(await say('Then', 500)).toBe('pass');
});

test('a failed preparation blocks, with the needs of the requirement', async () => {
  const { outcome } = await perform('Given I send GET /a\nAnd the body matches {"a": 1}');
  expect(outcome).toMatchObject({ verdict: 'blocked', prerequisites: ['scene.basis'] });
});

test.each([
  ['Given', 'blocked'],
  ['When', 'fail'],
])('a request that needs a value which the answer of a %s lacks: %s', async (keyword, verdict) => {
  const result = await perform(`${keyword} I send GET /a\nWhen I send GET /a/\${$.id}`);
  expect(summarize(result)).toBe(`${verdict}: body.id: expected a value, observed nothing`);
  expect(result.requests).toHaveLength(1);
});

test.each([
  [
    '/todos/${$.id}',
    { id: null },
    'body.id: expected a text or a number for the path, observed null',
  ],
  [
    '${$.next}',
    { next: null },
    'body.next: expected a text or a number for the path, observed null',
  ],
  [
    '/todos/${$.id}',
    { id: ['7'] },
    'body.id: expected a text or a number for the path, observed ["7"]',
  ],
  [
    '${$.next}',
    { next: { a: 1 } },
    'body.next: expected a text or a number for the path, observed {"a":1}',
  ],
])('%s with a value that is no part of a path fails: %j', async (path, json, mismatch) => {
  const read = (id: string) => `When I send GET /todos\n${id}`;
  const direct = await perform(read(`And I send GET ${path}`), { answers: [{ json }] });
  expect(summarize(direct)).toBe(`fail: ${mismatch}`);
  const [name = ''] = Object.keys(json);
  const later = read(
    `And I remember $.${name} as "it"\nAnd I send GET ${path.replace(/\{.*\}/, '{it}')}`,
  );
  const remembered = await perform(later, { answers: [{ json }] });
  expect(summarize(remembered)).toBe(`fail: ${mismatch.replace(/^body\.\w+/, 'it')}`);
  expect([...direct.requests, ...remembered.requests]).toHaveLength(2);
});

test('a link in an object is followed by its href', async () => {
  const json = { id: 7, links: { self: { href: '/todos/7', title: 'a todo' } } };
  const { requests } = await perform(
    'When I send GET /todos\nAnd I send GET ${$.links.self}?a=1\nAnd I remember $.links.self as "it"\nAnd I send GET ${it}',
    { answers: [{ json }] },
  );
  expect(requests.map(({ path }) => path)).toEqual(['/todos', '/todos/7?a=1', '/todos/7']);
});

test('a link in an object is a value from an answer, whose resource may be shown to be own', async () => {
  const json = { title: `${marker}-1`, self: { href: '/todos/7' } };
  const { requests } = await perform(
    'Given I send POST /todos with {"title": "${unique}"}\nWhen I send DELETE ${$.self}',
    { answers: [{ json }] },
  );
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /todos',
    'GET /todos/7',
    'DELETE /todos/7',
  ]);
});
