import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageFile } from '../../cli/package-root.js';
import { type RunningServer, start } from '../../reference-server/index.js';
import {
  type ProbeFault,
  type ProbeFaultName,
  plant,
  probeFaults,
} from '../faulty/probe-faults.js';
import { makeFolder, removeFolders, runCheck } from './run-check.js';

afterAll(removeFolders);

const names = Object.keys(probeFaults) as ProbeFaultName[];

/** Serves a copy of the probes with a fault in it. */
function serveProbes(fault: ProbeFault): Promise<RunningServer> {
  const folder = makeFolder();
  cpSync(packageFile('spec', 'probes'), folder, { recursive: true });
  if (fault.without !== undefined) rmSync(join(folder, fault.without));
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of scripts.filter((name) => name.endsWith('.wren'))) {
    const file = join(folder, path);
    writeFileSync(file, plant(fault, path, readFileSync(file, 'utf8')));
  }
  return start({ project: folder, port: 0, database: ':memory:' });
}

test.each(names)('a scripting service is told its fault: %s', async (name) => {
  const { violates }: ProbeFault = probeFaults[name];
  const server = await serveProbes(probeFaults[name]);
  try {
    const argv = ['--base-url', server.url, '--class', 'runtime'];
    const { code, report } = await runCheck(argv);
    const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed?.map(({ id }) => id)).toEqual(violates);
    expect(report?.faults).toEqual([]);
    expect(code).toBe(1);
  } finally {
    await server.close();
  }
});
