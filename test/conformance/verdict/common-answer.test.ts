/** The probable cause when every answer is alike. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../conformance/verdict/case.js';
import {
  explainCommonAnswer,
  findRejectedCredential,
} from '../../../conformance/verdict/common-answer.js';
import { record, sending, wrong } from './judging.js';

function exchange(status: number, headers: [string, string][] = [], method = 'GET') {
  return {
    request: { method, url: 'http://t/a', headers: {}, body: null },
    response: { status, headers, body: '' },
    failure: null,
    durationMs: 1,
    curl: 'curl http://t/a',
  };
}

const five = (...given: Parameters<typeof exchange>) =>
  Array.from({ length: 5 }, () => exchange(...given));

test.each([
  ['404', five(404), 'Every answer was 404: the base URL may lack a part of the path'],
  ['401', five(401), 'Every answer was 401: a credential may be missing'],
  ['502', five(502), 'Every answer was 502: the server may be broken'],
  [
    'redirects with several statuses',
    [...five(301, [['location', 'https://t/']]), exchange(308, [['Location', 'https://t/b']])],
    'Every answer was a redirect, the first one to https://t/: check the server at',
  ],
  [
    'pages with several statuses',
    [
      ...five(200, [['content-type', 'text/html; charset=utf-8']]),
      exchange(403, [['Content-Type', 'Text/HTML']]),
    ],
    'Every answer was an HTML page: the base URL may name a website',
  ],
  ['404, except to a preflight', [...five(404), exchange(204, [], 'OPTIONS')], 'was 404'],
])('is said of %s', (_name, exchanges, expected) => {
  expect(explainCommonAnswer(exchanges)).toContain(expected);
});

test.each([
  ['few answers', five(404).slice(1)],
  ['one other answer', [...five(404), exchange(200)]],
  ['success', five(200)],
  ['304 without an address', five(304)],
  ['requests without an answer', five(404).map((one) => ({ ...one, response: null }))],
])('is not said of %s', (_name, exchanges) => {
  expect(explainCommonAnswer(exchanges)).toBeUndefined();
});

describe('a rejected credential', () => {
  const withKey = (one: Case, status: number, key = '$TOUCHSTONE_API_KEY'): Case => {
    const [first] = sending(one, 'GET', '/one', status).exchanges;
    if (first === undefined) return one;
    const request = { ...first.request, headers: { 'X-API-Key': key } };
    return { ...one, exchanges: [{ ...first, request }] };
  };
  const failed = withKey(record('a.read', wrong), 401);
  const open = sending(record('a.open', 'passed'), 'GET', '/', 200);

  test('is one that no request is accepted with', () => {
    const found = { variable: 'TOUCHSTONE_API_KEY', status: 401 };
    expect(findRejectedCredential([open, failed])).toEqual(found);
    const openWithKey = withKey(record('a.open', 'passed'), 200);
    const openWithout = sending(record('a.open', 'passed'), 'GET', '/one', 200);
    expect(findRejectedCredential([openWithKey, openWithout, failed])).toEqual(found);
  });

  test.each<[string, Case[]]>([
    ['one that another request is accepted with', [failed, withKey(open, 200)]],
    ['one that has to be rejected', [withKey(record('a.unknown', 'passed'), 401)]],
    [
      'a changed one',
      [withKey(record('a.read', wrong), 401, '$'.concat('{TOUCHSTONE_API_KEY%?}'))],
    ],
    ['none at all', [sending(record('a.read', wrong), 'GET', '/one', 401)]],
  ])('is not %s', (_name, cases) => {
    expect(findRejectedCredential(cases)).toBeUndefined();
  });
});
