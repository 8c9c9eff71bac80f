import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';

test('PostgreSQL leaves the exit code of a run to the tests', async () => {
  const ending = () => ['beforeExit', 'exit'].map((event) => process.listenerCount(event));
  const before = ending();
  await import('./embedded-postgres.js');
  expect(ending()).toEqual(before);
  const names = readdirSync(packageFile('test'), { recursive: true, encoding: 'utf8' });
  const importing = names.filter(
    (name) =>
      name.endsWith('.ts') &&
      /(?:from|import\() ?'embedded-postgres'/.test(
        readFileSync(join(packageFile('test'), name), 'utf8'),
      ),
  );
  expect(importing).toEqual(['reference-server/support/embedded-postgres.ts']);
});
