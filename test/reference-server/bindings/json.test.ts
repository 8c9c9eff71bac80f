import { expect, test } from 'vitest';
import { evaluate, probe, serveFiles } from '../support/serve.js';

test('parse reads a document', async () => {
  const script = `
    var value = Json.parse(Request.body)
    Response.json([value["list"][1], value["text"], value["none"]])`;
  const body = '{"list":[1,2.5],"text":"\\u00e4ä","none":null}';
  const response = await probe(script, { method: 'POST', body });
  expect(await response.json()).toEqual([2.5, 'ää', null]);
});

test('stringify writes a value', async () => {
  const expression = 'Json.stringify({"a": [1, "ä", null, true]})';
  expect(await evaluate(expression)).toBe('{"a":[1,"ä",null,true]}');
});

test('parse reads the output of stringify', async () => {
  const value = '{"a": [1, -0.5, "\\"\\n", {}], "b": {"c": []}}';
  expect(await evaluate(`Json.parse(Json.stringify(${value}))`)).toEqual({
    a: [1, -0.5, '"\n', {}],
    b: { c: [] },
  });
});

test.each([
  ['parse("{")', 'The text is not valid JSON: its syntax is wrong.'],
  ['parse("")', 'The text is not valid JSON: it is empty.'],
  ['parse(5)', 'JSON text must be a string.'],
  ['stringify(Json)', 'cannot be written as JSON'],
])('Json.%s is a fault of the script', async (call, message) => {
  const { url, logged } = await serveFiles({ 'api/probe.wren': `Json.${call}` });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain(message);
});
