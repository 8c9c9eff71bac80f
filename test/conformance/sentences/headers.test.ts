/** Headers and statuses of answers are read as HTTP defines them. */
import { afterAll, expect, test } from 'vitest';
import { perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

const headers = {
  'content-type': 'Application/JSON; charset=utf-8',
  allow: 'get, POST',
  etag: '"a"',
  'x-empty': '',
  'x-count': '10',
  'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT',
};

async function say(sentence: string, status = 200): Promise<string> {
  const answers = [{ status, headers, text: '' }];
  return summarize(await perform(`When I send GET /\nThen ${sentence}`, { answers }));
}

test.each([
  'the media type is application/json',
  'the media type is Application/Json',
  'the header ALLOW lists "GET"',
  'the header Allow lists "post"',
  'the header Allow contains "get,"',
  'the header ETag is not "a"',
  'the header Allow does not list "PO"',
  'the header X-None does not list "GET"',
  'the media type is application/json; charset=UTF-8',
  'the header X-Count is greater than 9',
  'the header X-Count is at most "10"',
  'the header Last-Modified is at least "Mon, 09 Nov 2015 07:28:00 GMT"',
  'the header X-Count is an integer',
  'the header X-Count is a string',
  'the header Last-Modified is an HTTP-date',
  'the header X-Empty is present',
  'the header X-Empty is ""',
  'the header X-None is absent',
  'the header ETag matches /^"[^/]"$/',
])('holds: %s', async (sentence) => {
  expect(await say(sentence)).toBe('pass');
});

test.each([
  'the media type is application/jso',
  'the header Allow lists "PO"',
  'the header Allow contains "GET"',
  'the header ETag is not "\\"a\\""',
  'the header X-None is not "a"',
  'the header Allow does not list "GET"',
  'the media type is application/json; charset=utf-16',
  'the header X-Count is less than 9',
  'the header X-Count is at least "9 items"',
  'the header X-None is less than 9',
  'the header ETag is at least 0',
  'the header Last-Modified is greater than "Wed, 21 Oct 2026 07:28:00 GMT"',
  'the header ETag is an integer',
  'the header ETag is an HTTP-date',
  'the header X-None is a string',
  'the header X-Empty is absent',
  'the header X-None is ""',
  'the header X-None lists ""',
  'the header ETag is "a"',
])('fails: %s', async (sentence) => {
  expect(await say(sentence)).toMatch(/^fail: header /);
});

test.each([
  ['204', 204],
  ['200 or 204', 204],
  ['200, 201 or 204', 201],
  ['4xx', 404],
  ['a success', 299],
  ['a redirection or a client error', 302],
  ['not 5xx', 404],
])('the status is %s: %i', async (words, status) => {
  expect(await say(`the status is ${words}`, status)).toBe('pass');
});

test.each([
  ['204', 200],
  ['a client error', 500],
  ['a success', 300],
  ['not 404 or 500', 404],
  ['not a server error', 503],
])('the status is %s, but %i', async (words, status) => {
  expect(await say(`the status is ${words}`, status)).toBe(
    `fail: status: expected ${words}, observed ${status}`,
  );
});

const challenge =
  'Negotiate, bearer realm="a, \\"b\\"" , ERROR = invalid_token,scope="read write", Basic realm=x';
const token68 = 'Negotiate YII/x==, Bearer';

test.each([
  [challenge, 'the challenge Bearer is present', 'pass'],
  [challenge, 'the challenge basic is present', 'pass'],
  [challenge, 'the challenge Digest is absent', 'pass'],
  [challenge, 'the challenge Bearer matches {"error": "invalid_token"}', 'pass'],
  [challenge, 'the challenge Bearer matches {"realm": "a, \\"b\\"", "scope": "#/write/"}', 'pass'],
  [challenge, 'the challenge Basic matches {"realm": "x", "error": "#absent"}', 'pass'],
  ['Bearer a="1", Bearer a="2"', 'the challenge Bearer matches {"a": "2"}', 'pass'],
  [token68, 'the challenge Negotiate matches {"realm": "#absent"}', 'pass'],
  [token68, 'the challenge Bearer is present', 'pass'],
  [
    challenge,
    'the challenge Basic matches {"error": "invalid_token"}',
    'fail: challenge Basic.error: expected "invalid_token", observed nothing',
  ],
  [
    token68,
    'the challenge YII is present',
    `fail: header www-authenticate: expected a challenge YII, observed "${token68}"`,
  ],
  [
    'Basic realm="Bearer error=1, Bearer"',
    'the challenge Bearer matches {"error": "1"}',
    'fail: header www-authenticate: expected a challenge Bearer, observed "Basic realm=\\"Bearer error=1, Bearer\\""',
  ],
  [
    undefined,
    'the challenge Bearer is present',
    'fail: header www-authenticate: expected a challenge Bearer, observed nothing',
  ],
  [
    'Bearer',
    'the challenge Bearer is absent',
    'fail: header www-authenticate: expected no challenge Bearer, observed "Bearer"',
  ],
])('with WWW-Authenticate: %s, %s: %s', async (value, judged, outcome) => {
  const headers: Record<string, string> = value === undefined ? {} : { 'WWW-Authenticate': value };
  const answers = [{ status: 401, headers, text: '' }];
  expect(summarize(await perform(`When I send GET /\nThen ${judged}`, { answers }))).toBe(outcome);
});

test('a comma inside quotes divides no list', async () => {
  const answers = [
    { headers: { 'Cache-Control': 'private="a, no-store, b", max-age=1' }, text: '' },
  ];
  const steps = 'When I send GET /\nThen the header Cache-Control lists "no-store"';
  expect(summarize(await perform(steps, { answers }))).toContain('expected a list with "no-store"');
});
