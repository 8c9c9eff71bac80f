import { expect, it } from 'vitest';
import { renderBody } from '../../../../conformance/report/html/json.js';

it('lays JSON out and tells names, texts and other values apart', () => {
  expect(renderBody('{"a":"b: 1","c":[-1.5e3,null]}').text.split('\n')).toEqual([
    '{',
    '  <span class="j-name">&quot;a&quot;</span>: <span class="j-text">&quot;b: 1&quot;</span>,',
    '  <span class="j-name">&quot;c&quot;</span>: [',
    '    <span class="j-value">-1500</span>,',
    '    <span class="j-value">null</span>',
    '  ]',
    '}',
  ]);
});

it('takes no quotation mark inside a text for its end', () => {
  const body = JSON.stringify('say "true": \\');
  expect(renderBody(body).text).toBe(
    '<span class="j-text">&quot;say \\&quot;true\\&quot;: \\\\&quot;</span>',
  );
});

it('shows what is not JSON as it came', () => {
  expect(renderBody('{"a": <b>').text).toBe('{&quot;a&quot;: &lt;b&gt;');
});
