/** Hostile requests to ordinary scripts. */
import { anyEnd, attackWithScripts, type ScriptAttack, write } from './define.js';

const answers = [200, 400, 413, 414, 431, 503];

const post = (body: string, type = 'application/json'): string =>
  write('POST', '/api/attack', body, [`Content-Type: ${type}`]);

/** A search in texts that the client sends. */
const searchWith = (call: string, part: string): ScriptAttack => ({
  script: `var body = Request.json()\nvar text = body["text"]\nvar part = body["part"]\n${call}\nResponse.json(1)`,
  request: post(JSON.stringify({ text: 'a'.repeat(600_000), part })),
  outcomes: anyEnd,
});

const nearlyFitting = `${'a'.repeat(300_000)}b`;

/** A pattern on which a backtracking matcher in practice never finishes. */
const backtracking = `${'%a'.repeat(20_000)}b`;

const formPart = (index: number): string =>
  `--b\r\nContent-Disposition: form-data; name="${index}"; filename="${index}"\r\n\r\n\r\n`;

export const requestAttacks = attackWithScripts('requests to ordinary scripts', {
  'contains with the texts of a client': searchWith('text.contains(part)', nearlyFitting),
  'indexOf with the texts of a client': searchWith('text.indexOf(part)', nearlyFitting),
  'split with the texts of a client': searchWith('text.split(part)', nearlyFitting),
  'replace with the texts of a client': searchWith('text.replace(part, "")', nearlyFitting),
  'a part that differs in its middle': searchWith(
    'text.contains(part)',
    `${'a'.repeat(150_000)}b${'a'.repeat(150_000)}`,
  ),
  'ten searches at a time': {
    ...searchWith('text.contains(part)', nearlyFitting),
    connections: 10,
  },
  'LIKE with the pattern of a client': {
    ...searchWith('`SELECT ? LIKE ?`.first([text, part])', backtracking),
    bounds: { mayReplace: true },
  },
  'GLOB with the pattern of a client': {
    ...searchWith('`SELECT ? GLOB ?`.first([text, part])', backtracking.replaceAll('%', '*')),
    bounds: { mayReplace: true },
  },
  'instr with the texts of a client': {
    ...searchWith('`SELECT instr(?, ?)`.first([text, part])', nearlyFitting),
    bounds: { mayReplace: true },
  },
  'a number that the script counts to': {
    script: 'for (i in 1..Request.json()["count"]) {}\nResponse.json(1)',
    request: post('{"count":1e300}'),
  },
  'ten requests for five seconds of work': {
    script: 'while (true) {}',
    connections: 10,
    // The requests that arrive during the first one wait for one more, not longer.
    bounds: { endedBy: ['requestTime'] },
    isShort: false,
  },
  'a text that a script repeats': {
    script: 'Response.text("a" * Request.json()["count"])',
    request: post('{"count":999999999999}'),
    outcomes: [500, 503],
  },
  'a body of deep JSON': {
    script: 'Response.json(Request.json())',
    request: post('['.repeat(1_000_000)),
    outcomes: [400],
  },
  'a body of JSON as deep as it may be': {
    script: 'Response.json(Request.json())',
    request: post(`${'['.repeat(500)}${']'.repeat(500)}`),
    outcomes: [200],
  },
  'a body of many maps': {
    script: 'Response.json(Request.json())',
    request: post(`[${'{"a":{}},'.repeat(110_000)}1]`),
    outcomes: answers,
  },
  'a body of many keys': {
    script: 'Response.json(Request.json())',
    request: post(`{${Array.from({ length: 80_000 }, (_, i) => `"${i}":1`).join()}}`),
    outcomes: answers,
  },
  'a body of one long number': {
    script: 'Response.json(Request.json())',
    request: post('1'.repeat(1_000_000)),
    outcomes: answers,
  },
  'a body that says __proto__': {
    script: 'Response.json(Request.json().keys.toList)',
    request: post('{"__proto__":{"admin":1},"constructor":{"prototype":{}}}'),
    outcomes: [200],
  },
  'thousands of parameters': {
    script: 'Response.json(Request.query.count)',
    request: write('GET', `/api/attack?${'a&'.repeat(4_000)}`),
    outcomes: answers,
  },
  'thousands of escaped parameters': {
    script: 'Response.json(Request.query)',
    request: write('GET', `/api/attack?${'%25=%25&'.repeat(1_000)}`),
    outcomes: answers,
  },
  'a form of many fields': {
    script: 'Response.json(Request.form.count)',
    request: post(
      Array.from({ length: 130_000 }, (_, index) => `a${index}`).join('&'),
      'application/x-www-form-urlencoded',
    ),
    outcomes: answers,
  },
  'a form of many parts': {
    script: 'Response.json(Request.form.count)',
    request: post(
      `${Array.from({ length: 12_000 }, (_, index) => formPart(index)).join('')}--b--\r\n`,
      'multipart/form-data; boundary=b',
    ),
    outcomes: answers,
  },
  'a form whose boundary nearly fits everywhere': {
    script: 'Response.json(Request.form.count)',
    request: post('--aaaa'.repeat(170_000), `multipart/form-data; boundary=${'a'.repeat(60)}b`),
    outcomes: answers,
  },
  'a form that is looked at again and again': {
    script: 'for (i in 1..10000) Request.post("b")\nfor (i in 1..10000) Request.json()',
    request: post(`[${'1,'.repeat(500_000)}1]`),
    outcomes: answers,
  },
  'many cookies': {
    script: 'Response.json(Request.cookies.count)',
    request: write('GET', '/api/attack', '', [`Cookie: ${'a=%41;'.repeat(2_600)}`]),
    outcomes: answers,
  },
  'many headers': {
    script: 'Response.json(Request.headers.count)',
    request: write(
      'GET',
      '/api/attack',
      '',
      Array.from({ length: 1_500 }, (_, index) => `x${index}: 1`),
    ),
    outcomes: answers,
  },
  'a long path': {
    script: 'Response.json(1)',
    request: write('GET', `/api/attack${'/%2e%2e'.repeat(1_100)}`),
    outcomes: [404],
  },
  'a target beyond the limit': {
    script: 'Response.json(1)',
    request: write('GET', `/api/attack?${'a'.repeat(9_000)}`),
    outcomes: [414],
  },
  'a line break in a header, a cookie and a redirect': {
    script: [
      'var text = Request.get("text")',
      'Response.cookie("a", text)',
      'Response.header("X-A", text)',
      'Response.redirect(text)',
    ].join('\n'),
    request: write('GET', '/api/attack?text=a%0d%0aX-A:%20b%0d%0a%0d%0aHTTP/1.1%20299%20'),
    outcomes: [500],
  },
  'a thousand cookies in an answer': {
    script: 'for (i in 1..1000000) Response.cookie("c%(i)", "a" * 1000)\nResponse.json(1)',
    outcomes: anyEnd,
  },
  'headers of an answer without end': {
    script: 'var i = 0\nwhile (true) {\n  i = i + 1\n  Response.header("X-%(i)", "a" * 1000)\n}',
    outcomes: [500, 503],
  },
});
