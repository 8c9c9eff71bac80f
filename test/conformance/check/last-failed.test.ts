import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLastFailed } from '../../../conformance/check/last-failed.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { sampleReport, sampleRequirement } from '../report/sample.js';
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

it.each([
  ['stopped early', false, ['sample.fail.rule', 'sample.unreached.rule']],
  ['reached its end', true, ['sample.fail.rule']],
])('untested requirements of a run that %s: complete is %s', (_, complete, expected) => {
  const requirements = [
    sampleRequirement('fail'),
    sampleRequirement('pass'),
    sampleRequirement('not tested', { id: 'sample.unreached.rule', option: null }),
    sampleRequirement('not tested', { id: 'sample.without-option.rule' }),
    sampleRequirement('not tested', { id: 'sample.left.out', selected: false, option: null }),
  ];
  const folder = makeFolder();
  writeFileSync(
    join(folder, 'report.json'),
    JSON.stringify(sampleReport({ complete, requirements })),
  );
  const given = { reports: folder, only: [] };
  const catalogue = requirements.map((one) => ({ ...one, also: [] }));
  expect(readLastFailed(given, { name: 'sample' }, catalogue, { cwd: folder })).toEqual(expected);
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
