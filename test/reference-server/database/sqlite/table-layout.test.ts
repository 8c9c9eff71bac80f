import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../../reference-server/database/sqlite/file.js';
import { TableLayout } from '../../../../reference-server/database/sqlite/table-layout.js';
import { temporaryFolder } from '../../support/temporary.js';

test('notices a change by another connection at the next check after ten milliseconds', () => {
  const file = join(temporaryFolder(), 'shared.sqlite3');
  const [own, other] = [openFile(file), openFile(file)];
  const layout = new TableLayout(own);
  layout.check(0);
  const { version } = layout;
  other.exec('CREATE TABLE a (b)');
  layout.check(9);
  expect(layout.version).toBe(version);
  layout.check(10);
  expect(layout.version).toBe(version + 1);
  other.exec('INSERT INTO a VALUES (1)');
  layout.check(20);
  expect(layout.version).toBe(version + 1);
  own.close();
  other.close();
});
