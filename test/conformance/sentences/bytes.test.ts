/** Bytes, what is computed from them, and requests that wait for a state. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolders } from '../run-check.js';
import { marker, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);
afterAll(removeFolders);

const picture = Buffer.from([0x89, 0x50, 0x00, 0xff]);
const given = 'Given I remember the bytes "89 50 00 FF" as "picture"\n';

test('a placeholder for bytes is a whole body, with the stated media type or the usual one', async () => {
  const { requests } = await perform(`${given}
    When I send POST /a as image/png with \${picture}
    And I send POST /a with \${picture}
    And I set the header Content-Type to "image/gif"
    And I send POST /a with \${picture}`);
  expect(requests.map(({ body }) => body)).toEqual([picture, picture, picture]);
  expect(requests.map(({ headers }) => headers?.['Content-Type'])).toEqual([
    'image/png',
    'application/octet-stream',
    'image/gif',
  ]);
});

test('a file of the suite is sent in a part of a form', async () => {
  const file = join(makeFolder(), 'lamp.png');
  writeFileSync(file, picture);
  const { requests } = await perform(`Given I remember the file "${file}" as "picture"
    When I send POST /a with the multipart form:
      | title | \${unique} |          |           |
      | file  | \${picture} | lamp.png | image/png |`);
  const body = Buffer.from((requests[0]?.body as Uint8Array | undefined) ?? []);
  expect(
    body.includes(Buffer.concat([Buffer.from('\r\n\r\n'), picture, Buffer.from('\r\n--')])),
  ).toBe(true);
  expect(body.toString()).toContain(`name="title"\r\n\r\n${marker}-1\r\n`);
});

test.each([
  'JSON: When I send POST /a with {"a": ${picture}}',
  'a text in JSON: When I send POST /a with {"a": "${picture}"}',
  'a header: When I set the header X to ${picture}',
  'a path: When I send GET /${picture}',
])('bytes cannot be in %s', async (one) => {
  const said = summarize(await perform(given + one.replace(/^.*?: /, '')));
  expect(said).toContain('Bytes are not text: a placeholder for them must stand alone.');
});

test.each([
  ['length', '${picture}', 4],
  ['length', '"zwölf"', 6],
  ['number of elements', '[1, [2, 3]]', 2],
  ['base64', '${picture}', 'iVAA/w=='],
  ['base64url', '${picture}', 'iVAA_w'],
  ['hex', '${picture}', '895000ff'],
  ['hex', '{"a": 1}', Buffer.from('{"a":1}').toString('hex')],
  ['percent-encoding', '"a/ü"', 'a%2F%C3%BC'],
  ['form encoding', '"a b+c/ü=*"', 'a+b%2Bc%2F%C3%BC%3D*'],
  ['decoded percent-encoding', '"a%2F%C3%BC"', 'a/ü'],
  ['decoded base64', '"w7w+"', 'ü>'],
  ['decoded base64url', '"w7w_Pw"', 'ü??'],
  ['decoded JSON', '"[1]"', [1]],
  ['upper case', '"Ada"', 'ADA'],
  ['lower case', '"Ada"', 'ada'],
  ['MD5', '"Ada"', createHash('md5').update('Ada').digest('hex')],
  ['SHA-1 in base64', '"Ada"', createHash('sha1').update('Ada').digest('base64')],
  ['SHA-256', '${picture}', createHash('sha256').update(picture).digest('hex')],
  ['SHA-512 in hex', '"Ada"', createHash('sha512').update('Ada').digest('hex')],
])('the %s of %s', async (measure, of, value) => {
  const steps = `${given}And I remember the ${measure} of ${of} as "value"\nWhen I send POST /a with \${value}`;
  const { requests } = await perform(steps);
  expect(requests[0]?.body).toBe(JSON.stringify(value));
});

test.each([
  ['bytes 0-1', 'Ad'],
  ['bytes 1-', 'da'],
  ['bytes -2', 'da'],
  ['bytes -9', 'Ada'],
])('the %s of "Ada" are %s', async (measure, part) => {
  const steps = `Given I remember the ${measure} of "Ada" as "part"\nWhen I send POST /a with \${part}`;
  const { requests } = await perform(steps);
  expect(requests[0]?.body).toEqual(Buffer.from(part));
});

test.each([
  ['number of elements', '7', 'fail: text: expected a value that can be decoded, observed "7"'],
  ['decoded JSON', '{', 'fail: text: expected a value that can be decoded, observed "{"'],
  [
    'decoded percent-encoding',
    '%ff',
    'fail: text: expected a value that can be decoded, observed "%ff"',
  ],
])('%s of a text without that form: %s', async (measure, text, expected) => {
  const steps = `When I send GET /a\nAnd I remember the text of the body as "text"\nAnd I remember the ${measure} of \${text} as "value"`;
  expect(summarize(await perform(steps, { answers: [{ text }] }))).toBe(expected);
});

test('decoded bytes that are not text stay bytes', async () => {
  const steps =
    'Given I remember the decoded base64 of "iVAA/w==" as "picture"\nWhen I send POST /a with ${picture}';
  const { requests } = await perform(steps);
  expect(requests[0]?.body).toEqual(picture);
});

test.each([
  ['/b(.)/', 'c'],
  ['/b./', 'bc'],
  ['/${start}(b)(c)/g', 'b'],
  ['/x/', 'fail: text: expected a text that matches /x/, observed "abcd"'],
])('a regular expression, %s, finds %s', async (expression, expected) => {
  const steps = `Given I remember "a" as "start"\nWhen I send GET /a\nAnd I remember the text of the body as "text"\nAnd I remember what ${expression} finds in \${text} as "part"\nAnd I send GET /\${part}`;
  const result = await perform(steps, { answers: [{ text: 'abcd' }] });
  const said =
    result.outcome.verdict === 'pass' ? result.requests[1]?.path.slice(1) : summarize(result);
  expect(said).toBe(expected);
});

test.each([
  ['0-0', '89'],
  ['1-2', '5000'],
  ['2-', '00ff'],
  ['3-9', 'ff'],
  ['4-', ''],
])('the bytes %s', async (range, digits) => {
  const { requests } = await perform(
    `${given}And I remember the bytes ${range} of \${picture} as "part"\nWhen I send POST /a with \${part}`,
  );
  expect(requests[0]?.body).toEqual(Buffer.from(digits, 'hex'));
});

test.each([
  ['895000ff', 'pass'],
  ['895000', 'fail: body, from byte 3: expected 4 bytes 895000ff, observed 3 bytes 895000'],
  [`895001${'00'.repeat(40)}`, /^fail: body, from byte 2: .* observed 43 bytes 895001(00){29}…$/],
])('compares bytes of an answer: %s', async (digits, said) => {
  const answers = [{ bytes: Buffer.from(digits, 'hex') }];
  const compared = `${given}When I send GET /a\nThen the bytes of the body are \${picture}`;
  expect(summarize(await perform(compared, { answers }))).toMatch(said);
  const again = `When I send GET /a\nAnd I remember the bytes of the body as "a"\nAnd I send GET /a\nAnd I remember the bytes of the body as "b"\nThen \${a} is \${b}`;
  expect(summarize(await perform(again, { answers }))).toBe('pass');
});

test('the bytes of a text are those in UTF-8', async () => {
  const steps = 'When I send GET /a\nThen the bytes of the body are "c3a9"';
  expect(summarize(await perform(steps, { answers: [{ text: 'é' }] }))).toBe('pass');
});

test('sums and differences take numbers, and digits from headers', async () => {
  const { requests } = await perform(
    'Given I send GET /a\nAnd I remember ${header:X-Count} plus ${$.n} as "sum"\nAnd I remember ${sum} minus 1.5 as "less"\nWhen I send POST /a with [${sum}, ${less}]',
    { answers: [{ headers: { 'X-Count': '9' }, json: { n: 2 } }] },
  );
  expect(requests[1]?.body).toBe('[11,9.5]');
});

test('an answer without a number is the reason why a sum fails', async () => {
  const answers = [{ json: { n: 'two' } }];
  const sum = 'When I send GET /a\nAnd I remember 1 plus ${$.n} as "sum"';
  expect(summarize(await perform(sum, { answers }))).toBe(
    'fail: body.n: expected a number, observed "two"',
  );
  const literal = 'Given I remember 1 plus "two" as "sum"';
  expect(summarize(await perform(literal))).toContain('"two" is not a number');
});

test('a request is sent until a sentence holds, to the same path', async () => {
  const states = ['queued', 'queued', 'done'];
  const answers = [{ json: { id: 7 } }, ...states.map((state) => ({ json: { id: 8, state } }))];
  const { requests, outcome } = await perform(
    'Given I send POST /jobs with {"a": "${unique}"}\nAnd I send GET /jobs/${$.id} for up to 5 seconds until $.state is "done"\nWhen I send GET /end',
    { answers },
  );
  expect(outcome.verdict).toBe('pass');
  expect(requests.map(({ path }) => path)).toEqual(['/jobs', ...Array(3).fill('/jobs/7'), '/end']);
});

test('a state that is not reached is a failure, or blocks', async () => {
  const answers = [{ status: 404 }];
  const wait = 'I send GET /a for up to 1 second until the status is 200';
  expect(summarize(await perform(`When ${wait}`, { answers }))).toBe(
    'fail: status: expected 200 within 1 second, observed 404',
  );
  expect(summarize(await perform(`Given ${wait}`, { answers }))).toContain(
    'blocked: status: expected 200 within 1 second, observed 404',
  );
});

test('copies of bodies differ in several members', async () => {
  const { requests } = await perform(
    'Given I remember {"a": 1, "b": {"c": 2}} as "valid"\nAnd I remember ${valid} in which $.b.c is "x" as "one"\nAnd I remember ${one} without $.a as "two"\nWhen I send POST /a with ${two}\nAnd I send POST /a with ${valid}',
  );
  expect(requests.map(({ body }) => body)).toEqual(['{"b":{"c":"x"}}', '{"a":1,"b":{"c":2}}']);
});
