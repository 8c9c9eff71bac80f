/** A need is added to an entry of a catalogue; everything else stays. */
import { expect, test } from 'vitest';
import { withNeed } from '../../../conformance/lint/add-needs.js';

test.each([
  [
    'without needs',
    '- id: a # first\n  statement: A.\n',
    '- id: a # first\n  needs: [b]\n  statement: A.\n',
  ],
  ['in one line', '- {id: a, statement: A.}\n', '- {id: a, needs: [b], statement: A.}\n'],
  ['with a list in one line', '- id: a\n  needs: [c] # why\n', '- id: a\n  needs: [c, b] # why\n'],
  [
    'with a list over lines',
    '- id: a\n  needs: [\n    c,\n  ]\n',
    '- id: a\n  needs: [\n    c, b,\n  ]\n',
  ],
  ['with an empty list', '- id: a\n  needs: []\n', '- id: a\n  needs: [b]\n'],
  [
    'with a list of items',
    '- id: a\n  needs:\n    - c # why\n- id: d\n',
    '- id: a\n  needs:\n    - c # why\n    - b\n- id: d\n',
  ],
  [
    'with lines that end in CRLF',
    '- id: a\r\n  statement: A.\r\n',
    '- id: a\r\n  needs: [b]\r\n  statement: A.\r\n',
  ],
  ['at the end of the file', '- id: a', '- id: a\n  needs: [b]'],
])('an entry %s', (_name, before, after) => {
  const head = before.includes('\r') ? 'requirements:\r\n' : 'requirements:\n';
  expect(withNeed(head + before, 'a', 'b')).toBe(head + after);
});

test('a requirement of another file is not in the text', () => {
  expect(withNeed('requirements:\n- id: c\n', 'a', 'b')).toBeUndefined();
});
