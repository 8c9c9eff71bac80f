import { expect, it } from 'vitest';
import { renderBody } from '../../../../conformance/report/html/json.js';

it('indents JSON in one element, which the page colours', () => {
  expect(renderBody('{"a":"b: 1","c":[-1.5e3,null]}').text.split('\n')).toEqual([
    '<span class="json">{',
    '  &quot;a&quot;: &quot;b: 1&quot;,',
    '  &quot;c&quot;: [',
    '    -1500,',
    '    null',
    '  ]',
    '}</span>',
  ]);
});

it('shows other texts unchanged', () => {
  expect(renderBody('{"a": <b>').text).toBe('{&quot;a&quot;: &lt;b&gt;');
});

const mismatch = (path: string, observed: string) => ({ path, expected: 'another', observed });

/** The text of the marked line, without colours. */
function marked(body: string, path: string, observed: string): string | undefined {
  const { text } = renderBody(body, [mismatch(path, observed)]);
  const [, line] = /<mark class="fault">(.*)<\/mark>/.exec(text) ?? [];
  return line?.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"');
}

const page = JSON.stringify({ data: [{ id: 1 }, { id: '2', tags: [] }], total: 2 });

it.each([
  ['body.total', '2', '"total": 2'],
  ['body.data[1].id', '"2"', '"id": "2",'],
  ['a listed row.id', '"2"', '"id": "2",'],
  ['body.data[0].name', 'nothing', '{'],
])('marks the member of %s', (path, observed, line) => {
  expect(marked(page, path, observed)).toBe(line);
});

it.each(['status', 'header x.y', 'a listed row.name'])('marks nothing for %s', (path) => {
  expect(marked(page, path, 'nothing')).toBeUndefined();
});

it('indents a body that was cut', () => {
  const { text } = renderBody('{"a":[{"b":1},{"c":"d… (99 more characters)');
  expect(
    text
      .replace(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .split('\n'),
  ).toEqual([
    ...['{', '  "a": [', '    {', '      "b": 1', '    },', '    {'],
    '      "c": "d… (99 more characters)',
  ]);
});
