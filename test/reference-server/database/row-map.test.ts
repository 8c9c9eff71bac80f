import { expect, test } from 'vitest';
import { evaluate, probe } from '../support/serve.js';

const row = "`SELECT 7 AS id, 'tea' AS name, NULL AS note`.first";

/** The answer of a script that changes `row` with some lines and passes it to `Response.json`. */
async function textAfter(lines: string): Promise<string> {
  return (await probe(`var row = ${row}\n${lines}\nResponse.json(row)`)).text();
}

test('a row becomes JSON with its columns in order', async () => {
  expect(await (await probe(`Response.json(${row})`)).text()).toBe(
    '{"id":7,"name":"tea","note":null}',
  );
});

test('a row becomes JSON with values of all types side by side', async () => {
  const cells = ['a', 'b', 1, 2, 'c', null, 'd', 'e"f', 'g', '', 'ä', 'h', 1.5, 'i\nj'];
  const columns = cells.map((_, index) => `? AS c${index}`);
  const query = `\`SELECT ${columns}\`.first(${JSON.stringify(cells)})`;
  const members = cells.map((cell, index) => `"c${index}":${JSON.stringify(cell)}`);
  expect(await (await probe(`Response.json(${query})`)).text()).toBe(`{${members}}`);
});

test('the last of several columns with one name counts, at the position of the first', async () => {
  const query = '`SELECT 1 AS a, 2 AS b, 3 AS a`.first';
  expect(await (await probe(`Response.json(${query})`)).text()).toBe('{"a":3,"b":2}');
  expect(await evaluate(`[${query}["a"], ${query}.count]`)).toEqual([3, 2]);
});

test('values and names are escaped and keep non-ASCII characters', async () => {
  const query = "`SELECT 'ä\"\\' || char(10) AS \"n\u00e4me\", x'61ff' AS bytes`.first";
  expect(await evaluate(query)).toEqual({ näme: 'ä"\\\n', bytes: 'a\ufffd' });
  const long = "`SELECT hex(zeroblob(2000)) AS zeros`.first['zeros'].count".replaceAll("'", '"');
  expect(await evaluate(long)).toBe(4000);
});

test('numbers that JSON cannot represent become null', async () => {
  expect(await evaluate('`SELECT 9e999 AS much`.first')).toEqual({ much: null });
});

test('a script reads columns by name only', async () => {
  const reads = '[row["id"], row["none"], row[1], row.containsKey("note"), row.count]';
  expect(await evaluate(`Fn.new {\n var row = ${row}\n return ${reads}\n}.call()`)).toEqual([
    7,
    null,
    null,
    true,
    3,
  ]);
});

test('a changed row becomes JSON with its changes', async () => {
  expect(await textAfter('row["name"] = "mug"\nrow["price"] = 2')).toBe(
    '{"id":7,"name":"mug","note":null,"price":2}',
  );
  expect(await textAfter('row.remove("note")')).toBe('{"id":7,"name":"tea"}');
  expect(await textAfter('row.clear()')).toBe('{}');
  expect(await textAfter('row.clear()\nrow["a"] = row.count')).toBe('{"a":0}');
});

test('a script can iterate over a row as over any map', async () => {
  const lines = [
    'var seen = []',
    'for (entry in row) seen.add("%(entry.key)=%(entry.value)")',
    'row = seen + row.keys.toList + [row.count]',
  ];
  expect(JSON.parse(await textAfter(lines.join('\n')))).toEqual([
    'id=7',
    'name=tea',
    'note=null',
    'id',
    'name',
    'note',
    3,
  ]);
});
