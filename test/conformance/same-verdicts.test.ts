/** A verdict says something about the server alone: not about chance, nor about who else is there. */
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../conformance/report/model.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';
import { startServer } from './servers.js';
import { idsWith, isFull, longTestMs } from './survey.js';

async function start() {
  const server = await startServer();
  const readRows = () => JSON.stringify([server.store.users, server.store.products]);
  return { server, readRows };
}

afterAll(removeFolders);

/** All verdicts, by requirement, and what was observed. */
function verdictsOf(report: Report | undefined): Record<string, string> {
  const rows = report?.requirements ?? [];
  return Object.fromEntries(rows.map((row) => [row.id, [row.verdict, ...row.observations].join()]));
}

const runs = isFull ? 50 : 3;

test(`${runs} runs in different orders come out the same and leave nothing`, {
  timeout: longTestMs * runs,
}, async () => {
  const { server, readRows } = await start();
  const rows = readRows();
  let first: Record<string, string> | undefined;
  for (let seed = 1; seed <= runs; seed += 1) {
    const { code, report } = await runCheck([...argumentsFor(server), '--seed', String(seed)]);
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    first ??= verdictsOf(report);
    expect(verdictsOf(report)).toEqual(first);
    expect(report?.leftovers).toEqual([]);
    expect(readRows()).toBe(rows);
    expect(code).toBe(0);
  }
});

test('two runs at once come out as one alone, and leave nothing', {
  timeout: longTestMs,
}, async () => {
  const { server, readRows } = await start();
  const rows = readRows();
  const argv = [...argumentsFor(server), '--concurrency', '2'];
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const both = await Promise.all([runCheck(argv), runCheck(argv)]);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
  for (const { code, report } of both) {
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    expect(report?.leftovers).toEqual([]);
    expect(code).toBe(0);
  }
  expect(readRows()).toBe(rows);
});
