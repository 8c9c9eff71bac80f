import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { sampleReport } from '../report/sample.js';
import { argumentsFor, makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const only = ['--only', 'users.read.*,users.create.*'];

it('checks the failed requirements again, until none is left', async () => {
  const folder = makeFolder();
  const server = await startConformingServer({ fault: 'an unknown user is read as null' });
  const first = await runCheck([...argumentsFor(server), ...only], {}, folder);
  const wrong = first.report?.requirements.filter(({ selected, verdict }) => {
    return selected && !['pass', 'observed'].includes(verdict);
  });
  const again = await runCheck([...argumentsFor(server), '--last-failed'], {}, folder);
  const checked = again.report?.requirements.filter(({ selected }) => selected);
  expect(checked?.map(({ id }) => id)).toEqual(wrong?.map(({ id }) => id));
  expect(wrong?.length).toBeGreaterThan(0);
  const narrowed = await runCheck(
    [...argumentsFor(server), '--last-failed', '--only', '5'],
    {},
    folder,
  );
  expect(narrowed.stderr).toContain(
    'no requirement that --only selects failed or could not be judged in reports/report.json',
  );
  await server.close();
  const fixed = await startConformingServer();
  const argv = [...argumentsFor(fixed), '--last-failed'];
  expect((await runCheck(argv, {}, folder)).code).toBe(0);
  const { code, stderr } = await runCheck(argv, {}, folder);
  await fixed.close();
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^touchstone check: --last-failed: no requirement failed or could not be judged in reports\/report\.json/,
  );
});

describe('--last-failed is refused', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'touchstone-last-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function check(...argv: string[]) {
    const all = ['--base-url', 'http://127.0.0.1:9', '--last-failed', ...argv];
    const { code, stderr } = await runCheck(all, {}, folder);
    return { code, stderr };
  }

  it('without a last result', async () => {
    expect(await check()).toEqual({
      code: 2,
      stderr:
        'touchstone check: --last-failed: there is no last result: reports/report.json does not exist.\n',
    });
  });

  it('with a result of another suite', async () => {
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'reports', 'report.json'), JSON.stringify(sampleReport()));
    expect((await check()).stderr).toContain('is a result of the suite sample, not of');
  });
});
