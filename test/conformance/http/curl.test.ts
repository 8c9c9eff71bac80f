import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curlLine } from '../../../conformance/http/curl.js';
import { createRedactor, redactDeep } from '../../../conformance/http/secrets/redact.js';
import { secretsOf } from '../../../conformance/http/secrets/secrets.js';

const get = { method: 'GET', url: 'http://t/api/users', headers: {}, body: undefined };

/** The words that a shell makes of a line. */
function wordsOf(line: string, env: Record<string, string> = {}): string[] {
  const script = `set -- ${line}; for word in "$@"; do printf '%s\\0' "$word"; done`;
  const { stdout } = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

describe('a curl line', () => {
  test('is as short as the request allows', () => {
    const headers = { Accept: '*/*', 'User-Agent': 'touchstone', 'Accept-Encoding': 'identity' };
    expect(curlLine({ ...get, headers })).toBe('curl -ig http://t/api/users');
  });

  test.each([
    `it's "quoted" \\ $HOME \`id\` \${x}`,
    'two\nlines\tand a tab',
    "a bell \u0007 and a quote '",
    '#!~*?[]{}()<>|&;',
    'ünï 💚',
    "from \u202e right 'to\u2066 left\u2028\u200d",
  ])('survives the shell: %j', (body) => {
    const request = { ...get, method: 'POST', headers: { 'Content-Type': 'text/plain' }, body };
    expect(wordsOf(curlLine(request))).toEqual([
      ...['curl', '-ig', '-X', 'POST', 'http://t/api/users'],
      ...['-H', 'Content-Type: text/plain', '--data-raw', body],
    ]);
  });

  test('sends no content type when the request had none', () => {
    expect(curlLine({ ...get, method: 'POST', body: '{}' })).toContain("-H 'Content-Type:'");
  });

  test('decodes a binary body', () => {
    const headers = { 'Content-Type': 'image/png' };
    const body = Buffer.from([0x89, 0x00, 0xff]).toString('base64');
    const request = { ...get, method: 'PUT', headers, body, encoding: 'base64' as const };
    const line = curlLine(request);
    expect(line).toBe(
      "echo iQD/ | base64 -d | curl -ig -X PUT http://t/api/users -H 'Content-Type: image/png' --data-binary @-",
    );
    const { stdout } = spawnSync('sh', ['-c', line.replace(/curl .*/, 'od -An -tx1')]);
    expect(stdout.toString().trim()).toBe('89 00 ff');
    expect(curlLine(request, { longestBody: 2 })).toMatch(/^curl .* --data-binary @body\.txt$/);
  });

  test('breaks off like the request', () => {
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': '9' };
    expect(curlLine({ ...get, method: 'PUT', headers, body: 'abcd' })).toBe(
      `curl -ig -m 5 -X PUT http://t/api/users -H 'Content-Type: text/plain' -H 'Content-Length: 9' --data-raw abcd`,
    );
  });

  test('takes a long body from a file', () => {
    const put = { ...get, method: 'PUT', body: 'é'.repeat(60) };
    expect(curlLine(put, { longestBody: 119 })).toContain('--data-binary @body.txt');
    expect(curlLine(put, { longestBody: 120 })).toContain(`--data-raw '${put.body}'`);
  });

  test('uses -I when the method is HEAD', () => {
    expect(curlLine({ ...get, method: 'HEAD' })).toBe('curl -ig -I http://t/api/users');
  });

  test('has no invisible character, also beside a variable', () => {
    const header = 'Bearer $TOUCHSTONE_API_KEY\u202e\u0007';
    const line = curlLine({ ...get, headers: { 'X-API-Key': header } });
    expect(line).toMatch(/^[ -~]+$/);
    expect(wordsOf(line, { TOUCHSTONE_API_KEY: 'k' }).at(-1)).toBe(
      'X-API-Key: Bearer k\u202e\u0007',
    );
  });

  const secret = 'S3cret key"$x';

  test.each([secret, 's3cret key"$x', 'S3CRET KEY"$X', 'S3cret key"$', '3cret key"$x'])(
    'has a variable in the place of a secret and of what is derived from it: %s',
    (sent) => {
      const redact = createRedactor([{ value: secret, variable: 'TOUCHSTONE_API_KEY' }]);
      const line = curlLine(redactDeep({ ...get, headers: { 'X-API-Key': sent } }, redact));
      expect(line).not.toMatch(/cret key/i);
      expect(wordsOf(line, { TOUCHSTONE_API_KEY: secret }).at(-1)).toBe(`X-API-Key: ${sent}`);
    },
  );
});

describe('redaction', () => {
  const redact = createRedactor(
    secretsOf({ 'api-key': 'k/1+é secret', 'bearer-token': 'token' }, { credentials: [] }),
  );

  test('finds a secret in any text, name or encoding', () => {
    const value = {
      'k/1+é secret': ['Bearer token'],
      url: `http://t/?key=${encodeURIComponent('k/1+é secret')}`,
      count: 3,
    };
    expect(redactDeep(value, redact)).toEqual({
      $TOUCHSTONE_API_KEY: ['Bearer $TOUCHSTONE_BEARER_TOKEN'],
      url: 'http://t/?key=$TOUCHSTONE_API_KEY',
      count: 3,
    });
  });

  test('finds one that is too short to be secret only where it stands alone', () => {
    const redactShort = createRedactor(secretsOf({ 'api-key': 'a' }, { credentials: [] }));
    expect(redactDeep(['a', 'bad'], redactShort)).toEqual(['$TOUCHSTONE_API_KEY', 'bad']);
  });

  test('leaves texts alone when there are no secrets', () => {
    expect(createRedactor(secretsOf({ 'api-key': '' }, { credentials: [] }))('anything')).toBe(
      'anything',
    );
  });
});
