import { expect, test } from 'vitest';
import { evaluate, probe, serveFiles } from '../support/serve.js';

async function textOf(expression: string): Promise<string> {
  return (await probe(`Response.json(${expression})`)).text();
}

test('writes numbers so that they read back the same', async () => {
  expect(await textOf('[0, -1, 1.5, 0.1 + 0.2, 9007199254740993, 1e21, 1e-7]')).toBe(
    '[0,-1,1.5,0.30000000000000004,9007199254740992,1e+21,1e-7]',
  );
});

test('writes null for infinities and NaN', async () => {
  expect(await textOf('[Num.infinity, -Num.infinity, Num.nan]')).toBe('[null,null,null]');
});

test('escapes characters as JSON requires', async () => {
  expect(await evaluate('"\\"\\\\\\n\\0\\x01/"')).toBe('"\\\n\0\x01/');
  expect(await textOf('"\\n\\x1f"')).toBe('"\\n\\u001f"');
});

test('keeps characters beyond ASCII and replaces invalid bytes', async () => {
  expect(await evaluate('"ä€😀"')).toBe('ä€😀');
  const bytes = await (await probe('Response.json("a\\xffb")')).arrayBuffer();
  expect(Buffer.from(bytes)).toEqual(Buffer.from('"a\ufffdb"'));
});

test('writes keys that are not strings as their JSON text', async () => {
  expect(await evaluate('{1: "a", true: "b", null: "c", 2.5: "d"}')).toEqual({
    1: 'a',
    true: 'b',
    null: 'c',
    2.5: 'd',
  });
});

test('keeps the order of members', async () => {
  expect(await textOf('{"z": 1, "a": 2, "m": 3}')).toBe('{"z":1,"a":2,"m":3}');
});

test('writes a value that occurs twice, but not one that contains itself', async () => {
  const script = 'var a = [1]\nResponse.json([a, a])';
  expect(await (await probe(script)).json()).toEqual([[1], [1]]);
});

test.each([
  ['var a = []\na.add(a)\nResponse.json(a)', 'A list that contains itself'],
  ['var a = {}\na["b"] = [a]\nResponse.json(a)', 'A map that contains itself'],
  [
    'Response.json([1].map {|x| x })',
    'An instance of MapSequence cannot be written as JSON; convert it with toList',
  ],
  ['Response.json(1..3)', 'An instance of Range cannot be written as JSON; convert it with toList'],
  ['Response.json(Fn.new {})', 'An instance of Fn cannot be written as JSON, only maps, lists,'],
  ['Response.json({(1..2): 3})', 'A map with a key of class Range cannot be written as JSON.'],
])('%s is a fault of the script', async (script, message) => {
  const { url, logged } = await serveFiles({ 'api/probe.wren': script });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain(message);
});
