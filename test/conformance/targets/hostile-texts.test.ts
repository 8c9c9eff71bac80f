/** A target that echoes credentials in many encodings, and texts that are not what they look like. */
import { afterAll, expect, test } from 'vitest';
import { startRawServer } from '../../faulty/raw-server.js';
import { removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const apiKey = 'sk_Live/9x+Qp&7wLm-2sTf';
const gateway = 'Gateway-Secret-4711';

/** Control characters, marks of direction, characters without width, ends of lines, halves of pairs. */
const hidden = [
  ...['\u0000', '\u0007', '\b', '\u001b[31m', '\u007f', '\u0085', '\u009b31m', '\r'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u200e', '\u200f', '\u061c', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'],
  ...['\u2028', '\u2029', '\ufff9', '\uffff', '\u{e0041}'],
].join('x');

/** Any of them as it is. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uffff]/u;

const base64 = (text: string) => Buffer.from(text).toString('base64');

function encodings(secret: string): string[] {
  const units = Array.from(secret, (one) => one.charCodeAt(0).toString(16).padStart(2, '0'));
  return [
    secret,
    secret.toUpperCase(),
    secret.slice(1),
    base64(secret),
    base64(secret).replace(/=+$/, ''),
    Buffer.from(`u:${secret}`).toString('base64url'),
    base64(`user:${secret}`),
    base64(JSON.stringify({ name: 'Ada', key: secret, more: 'x' })),
    encodeURIComponent(secret),
    units.map((unit) => `%${unit}`).join(''),
    units.map((unit) => `\\u00${unit}`).join(''),
    units.map((unit) => `&#x${unit};`).join(''),
    secret.replaceAll('/', '\\/').replaceAll('&', '&amp;'),
    units.join(''),
  ];
}

/** All that a request said that might be a credential. */
function credentialsIn(request: string): string[] {
  return [...request.matchAll(/^(?:x-api-key|x-gateway|authorization): (.*)$/gim)].map(
    ([, value = '']) => value.trim(),
  );
}

function answer(request: string): string {
  const echo = [apiKey, gateway, ...credentialsIn(request)].flatMap(encodings);
  const text = `\u202e ${echo.join(' ')} ${hidden}`;
  const row = { id: 7, name: text, [hidden]: apiKey };
  const body = JSON.stringify({ ...row, error: text, data: [row] });
  // The parser refuses only what ends a line.
  const header = Buffer.from(text.replace(/[\0\r\n]/g, '')).toString('latin1');
  return [
    `HTTP/1.1 ${request.startsWith('GET') ? '307 Over here' : '200 OK'}`,
    'Content-Type: application/json',
    `X-Echo: ${header.replace(/[^\t -~\x80-\xff]/g, '')}`,
    `Location: http://h/${encodeURIComponent(echo.join('/'))}`,
    `Access-Control-Allow-Origin: ${echo.join(',')}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    Buffer.from(body).toString('latin1'),
  ].join('\r\n');
}

const files = ['report.json', 'report.html', 'junit.xml', 'summary.md', 'badge.svg'];

test('puts neither a credential nor an invisible character into a report', async () => {
  const server = await startRawServer((socket, request) => {
    socket.end(answer(request), 'latin1');
  });
  try {
    const { report, stdout, stderr, file } = await runCheck(
      [
        ...['--base-url', server.url, '--api-key', apiKey, '--header', `X-Gateway: ${gateway}`],
        ...['--only', 'users.create.*,users.list.*,auth.api-key.unknown,auth.api-key.no-effect'],
      ],
      { env: { GITHUB_ACTIONS: 'true' } },
    );
    expect(report?.counts.fail).toBeGreaterThan(3);
    expect(report?.counts.observed).toBeGreaterThan(0);
    const written = [...files.map((name) => [name, file(name)]), ['console', stdout + stderr]];
    for (const [name, text = ''] of written) {
      expect([name, unseen.exec(text)?.index]).toEqual([name, undefined]);
      for (const secret of [apiKey, gateway]) {
        const found = encodings(secret.slice(2, -2)).filter((encoded) => text.includes(encoded));
        expect([name, found]).toEqual([name, []]);
      }
    }
    for (const name of ['report.html', 'report.json', 'summary.md']) {
      expect(file(name)).toContain('\\u202e');
    }
  } finally {
    await server.close();
  }
});
