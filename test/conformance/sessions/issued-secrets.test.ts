import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { createRedactor } from '../../../conformance/http/secrets/redact.js';
import {
  findIssuedTokens,
  IssuedSecrets,
  type TokenContext,
} from '../../../conformance/sessions/issued-secrets.js';

const token = 'eyJhbGciOiJub25lIn0.e30.c2lnbg';

const context: TokenContext = {
  headers: new Set(['x-own']),
  marker: 'touchstone-0a1b2c3d',
  shown: new Set(['ada-lovelace']),
  redact: createRedactor([{ value: 'given-secret', variable: 'TOUCHSTONE_TOKEN' }]),
};

function exchange(headers: Readonly<Record<string, string>>, body = ''): Exchange {
  return {
    request: { method: 'GET', url: 'http://t/', headers, body: undefined },
    response: { status: 200, headers: [], body, malformedAt: undefined },
    durationMs: 1,
  };
}

/** The tokens of a scenario whose first answer contains a text and whose second request a header. */
function find(answer: string, name: string, value: string): readonly string[] {
  return findIssuedTokens([exchange({}, answer), exchange({ [name]: value })], [], context);
}

test.each([
  ['Authorization', `Bearer ${token}`, [token]],
  ['authorization', token, [token]],
  ['Authorization', `Token token="${token}"`, [token]],
  ['Authorization', `Basic ${Buffer.from(`ada:${token}`).toString('base64')}`, [token]],
  ['Cookie', `theme=dark; sid=${token}; Path=/accounts; HttpOnly`, [token]],
  ['X-Own', token, [token]],
  ['X-Csrf-Token', token, [token]],
  ['X-Custom', token, []],
  ['Authorization', 'Bearer another-token', []],
  ['Authorization', 'Bearer %', []],
  ['Authorization', 'Bearer given-secret', []],
  ['Authorization', 'Bearer touchstone-0a1b2c3d-7', []],
  ['Authorization', `Digest username="${token}"`, []],
])('%s: %s sends %j', (name, value, tokens) => {
  const answer = JSON.stringify([
    token,
    '/accounts',
    'given-secret',
    'touchstone-0a1b2c3d-7',
    'Bearer %',
  ]);
  expect(find(answer, name, value)).toEqual(tokens);
});

test.each([
  [{ access_token: token, token_type: 'Bearer', scope: 'read write of everything' }, [token]],
  [{ clients: [{ clientSecret: `${token}"\\` }, { 'api-key': token }] }, [`${token}"\\`, token]],
  [{ registration_access_token: 'touchstone-0a1b2c3d-7' }, []],
  [{ nextPageToken: token, next_token: token, token_id: token }, []],
  [{ token: 'short-token', password: 'it is sent by e-mail' }, []],
  [{ access_token: 'https://host/a/b/token', token: { value: token } }, []],
])('an answer with %j names the secrets %j, which no request has to send', (json, secrets) => {
  expect(findIssuedTokens([exchange({}, JSON.stringify(json))], [], context)).toEqual(secrets);
});

test('the name of a secret may have escape sequences', () => {
  const answer = `{"\\u0074oken": "${token}", "\\u0073\\u0065cret": "another${token}"}`;
  expect(findIssuedTokens([exchange({}, answer)], [], context)).toEqual([token, `another${token}`]);
  const escaped = [...'password'].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
  const hidden = exchange({}, `{"${escaped}": "${token}"}`);
  expect(findIssuedTokens([hidden], [], context)).toEqual([token]);
});

test('a rejection names no secrets', () => {
  const { request, response } = exchange({}, JSON.stringify({ password: 'password-is-missing' }));
  const rejected = { request, response: { ...response, status: 422 }, durationMs: 1 };
  expect(findIssuedTokens([rejected], [], context)).toEqual([]);
});

test('an encoded token in an answer is recognized', () => {
  const inside = Buffer.from(JSON.stringify({ token })).toString('base64');
  expect(find(inside, 'Authorization', `Bearer ${token}`)).toEqual([token]);
});

test('an answer to the request itself, such as an echo, issues nothing', () => {
  const echo = exchange({ Authorization: `Bearer ${token}` }, token);
  expect(findIssuedTokens([echo], [], context)).toEqual([]);
});

test('a shared value issues its texts at any depth, and may contain itself', () => {
  const shared: Record<string, unknown> = { login: [{ token }] };
  shared.self = shared;
  const sent = exchange({ Authorization: `Bearer ${token}` });
  expect(findIssuedTokens([sent], [shared], context)).toEqual([token]);
});

test('a shared exchange issues the texts of its answer, and none of its request', () => {
  const sent = exchange({ 'X-Own': token });
  expect(findIssuedTokens([sent], [{ refused: exchange({ 'X-Own': token }) }], context)).toEqual(
    [],
  );
  const answered = exchange({}, JSON.stringify({ token }));
  expect(findIssuedTokens([sent], [{ login: answered }], context)).toEqual([token]);
});

test('tokens have numbers, and credentials their names', () => {
  const secrets = new IssuedSecrets({ credentials: [] });
  secrets.add([{ value: 'one' }, { value: 'two', credential: 'api-key' }, { value: 'three' }]);
  secrets.add([{ value: 'one' }]);
  expect(secrets.all.map(({ value, variable }) => [value, variable])).toEqual([
    ['two', 'TOUCHSTONE_ISSUED_API_KEY'],
    ['one', 'TOUCHSTONE_ISSUED_1'],
    ['three', 'TOUCHSTONE_ISSUED_2'],
  ]);
});

test('a redaction that is in use is built again for credentials, and not for each token', () => {
  const secrets = new IssuedSecrets({ credentials: [] });
  const redact = secrets.redactorWith([]);
  secrets.add([{ value: token, credential: 'token' }]);
  expect(redact(`Bearer ${token}`)).toBe('Bearer $TOUCHSTONE_ISSUED_TOKEN');
  const startedAt = process.cpuUsage();
  for (let count = 0; count < 2000; count += 1) {
    secrets.add([{ value: randomBytes(24).toString('hex') }]);
    redact(`Bearer ${token} ${count}`);
  }
  // Built again for each token, it takes minutes.
  expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(10);
});
