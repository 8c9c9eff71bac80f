import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { evaluate, probe, serveFiles } from '../support/serve.js';

test('toNum converts a decimal number', async () => {
  const texts = ['42', '-1', '+2', '0', '007', '1.5', '.5', '5.', '1e3', '2E-2', ' 8 '];
  const list = texts.map((text) => `Util.toNum("${text}")`).join(', ');
  expect(await evaluate(`[${list}]`)).toEqual([42, -1, 2, 0, 7, 1.5, 0.5, 5, 1000, 0.02, 8]);
});

test('toNum is null for a string that is not a number', async () => {
  const texts = ['', ' ', 'abc', '1a', '1 2', '1.2.3', '.', 'e5', '0x10', 'nan', 'inf', '1e999'];
  const list = texts.map((text) => `Util.toNum("${text}") == null`).join(', ');
  expect(await evaluate(`[${list}]`)).toEqual(texts.map(() => true));
});

test('toNum returns a number unchanged, and null for values of other classes', async () => {
  expect(await evaluate('[Util.toNum(7), Util.toNum(null), Util.toNum([1])]')).toEqual([
    7,
    null,
    null,
  ]);
});

describe('a fault caused by a null from toNum', () => {
  async function traceOf(script: string, target = ''): Promise<string[]> {
    const { url } = await serveFiles({ 'api/probe.wren': script }, { dev: true });
    const answer = await fetch(`${url}/api/probe${target}`);
    return ((await answer.json()) as { trace: string[] }).trace;
  }

  const advice =
    'Util.toNum gave null for "4 2", which is not a number: give a default, as in ' +
    'Util.toNum(text) || 0, or check for null.';

  test.each([
    'Util.toNum(Request.get("n")) + 1',
    '1 + Util.toNum(Request.get("n"))',
    'Util.toNum(Request.get("n")).floor',
    'Response.status(Util.toNum(Request.get("n")))',
    '`SELECT 1`.order("a", "asc", ["a"], Util.toNum(Request.get("n")))',
  ])('names the text and gives advice: %s', async (script) => {
    expect((await traceOf(script, '?n=4%202')).at(-1)).toBe(advice);
  });

  test('quotes only the beginning of the text', async () => {
    const trace = await traceOf('Util.toNum("a" * 1000) + 1');
    expect(trace.at(-1)).toContain(`"${'a'.repeat(40)}…"`);
  });

  test.each(['null + 1', 'Util.toNum(null) + 1', 'Util.toNum("a")\nFiber.abort("no")'])(
    'has no such explanation for a different cause: %s',
    async (script) => {
      expect((await traceOf(script)).join()).not.toContain('Util.toNum gave');
    },
  );
});

test('toNum converts the result of COUNT', async () => {
  const count = '`SELECT COUNT(*) AS total FROM (SELECT 1 UNION SELECT 2)`.first["total"]';
  expect(await evaluate(`Util.toNum(${count})`)).toBe(2);
});

test('uuid is a random UUID', async () => {
  const [one, two] = (await evaluate('[Util.uuid(), Util.uuid()]')) as string[];
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(one).not.toBe(two);
});

test('token is a random URL-safe text', async () => {
  const [one, two] = (await evaluate('[Util.token(), Util.token()]')) as string[];
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(one).not.toBe(two);
});

describe('hash and verify', () => {
  test('distinguish the right password from others', async () => {
    const script = `
      var stored = Util.hash("pass wörd")
      Response.json([Util.verify("pass wörd", stored), Util.verify("pass word", stored), stored])`;
    const [right, wrong, stored] = (await (await probe(script)).json()) as unknown[];
    expect([right, wrong]).toEqual([true, false]);
    expect(stored).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(stored).not.toContain('pass');
  });

  test('salt every hash', async () => {
    expect(await evaluate('Util.hash("a") == Util.hash("a")')).toBe(false);
  });

  // Second example of RFC 7914, in the PHC string format.
  test('accept hashes of other programs', async () => {
    const salt = Buffer.from('NaCl').toString('base64').replaceAll('=', '');
    const hash = Buffer.from(
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830' +
        'dac727afb94a83ee6d8360cbdfa2cc0640',
      'hex',
    );
    const stored = `$scrypt$ln=10,r=8,p=16$${salt}$${hash.toString('base64').replaceAll('=', '')}`;
    expect(await evaluate(`Util.verify("password", "${stored}")`)).toBe(true);
    expect(await evaluate(`Util.verify("Password", "${stored}")`)).toBe(false);
  });

  test.each([
    '',
    'password',
    '$scrypt$ln=14,r=8,p=5$$',
    '$scrypt$ln=0,r=8,p=5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=14,r=8,p=5$AAAAAAAAAAAAAAAAAAAAAA$A',
    '$scrypt$ln=14,r=8,p=99$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=20,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=16,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=60,r=8,p=5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$2b$10$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('verify is false for %j, which is not a hash', async (stored) => {
    expect(await evaluate(`Util.verify("", "${stored}")`)).toBe(false);
  });
});

test.each([
  ['sha256("abc")', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['sha256("ä")', createHash('sha256').update('ä').digest('hex')],
  ['urlEncode("a b&c/ä~._-")', 'a%20b%26c%2F%C3%A4~._-'],
  ['urlEncode("\\n")', '%0A'],
  ['urlDecode("a\\%20b+\\%C3\\%A4\\%zz")', 'a b+ä%zz'],
  ['base64Encode("ä?>")', 'w6Q/Pg=='],
  ['base64Decode("w6Q/Pg==")', 'ä?>'],
  ['base64Decode("w6Q_Pg")', 'ä?>'],
  ['htmlEscape("<a href=\'x\'>&\\"")', '&lt;a href=&#39;x&#39;&gt;&amp;&quot;'],
])('%s', async (call, expected) => {
  expect(await evaluate(`Util.${call}`)).toBe(expected);
});
