import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { defaultLimits } from '../../../reference-server/http/limits.js';

test('the guide lists every limit with its default', () => {
  const guide = readFileSync(packageFile('docs', 'serving.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\d+) /gm)];
  const listed = Object.fromEntries(rows.map(([, name, value]) => [name, Number(value)]));
  expect(listed).toEqual(defaultLimits);
});
