import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { packageFile } from '../../../kit/package-root.js';
import { type RunningServer, start } from '../../../reference-server/index.js';
import { isFull, oneOfEachKind, share } from '../../extent.js';
import {
  type ProbeChange,
  type ProbeFault,
  type ProbeVariation,
  plant,
} from '../../faulty/probe-fault.js';
import { type ProbeFaultName, probeFaults, probeVariations } from '../../faulty/probe-faults.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const names = Object.keys(probeFaults) as ProbeFaultName[];

/** A time that no script and no answer takes, however slow the machine is, in milliseconds. */
const patience = 60_000;

/** Serves a changed copy of the probes. */
function serveProbes(fault: ProbeChange): Promise<RunningServer> {
  const folder = makeFolder();
  cpSync(packageFile('spec', 'probes'), folder, { recursive: true });
  if (fault.without !== undefined) rmSync(join(folder, fault.without));
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of scripts.filter((name) => name.endsWith('.wren'))) {
    const file = join(folder, path);
    writeFileSync(file, plant(fault, path, readFileSync(file, 'utf8')));
  }
  return start({
    project: folder,
    port: 0,
    database: ':memory:',
    limits: { scriptTime: patience },
  });
}

/** The faults that the whole suite has to find; of the others, the violated requirements do. */
const surveyed = share(names, 1);

const told = oneOfEachKind(names, (name) => probeFaults[name].violates);

test.each([...new Set([...surveyed, ...told])])(
  'a scripting service is told its fault: %s',
  async (name) => {
    const { violates }: ProbeFault = probeFaults[name];
    const server = await serveProbes(probeFaults[name]);
    try {
      const selection = surveyed.includes(name) ? [] : ['--only', violates.join(',')];
      const argv = ['--base-url', server.url, '--class', 'runtime', ...selection];
      const { code, report } = await runCheck([...argv, '--timeout', String(patience)]);
      const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail');
      expect(failed?.map(({ id }) => id)).toEqual(violates);
      expect(report?.faults).toEqual([]);
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  },
);

test.each<[ProbeFaultName, RegExp]>([
  ['the call returns null for other methods', /^ {2}\w+ \/api\/cors-result\?.* → 200$/m],
  ['an INSERT gives the number of rows', /^ {2}POST \/api\/lists\?.* → 200$/m],
])(
  'the request of a script shows the failure, not the read of its list: %s',
  async (name, line) => {
    const server = await serveProbes(probeFaults[name]);
    try {
      const selection = isFull ? [] : ['--only', probeFaults[name].violates.join(',')];
      const argv = ['--base-url', server.url, '--class', 'runtime', ...selection];
      const { stdout } = await runCheck(argv);
      expect(stdout).toMatch(line);
      expect(stdout).not.toMatch(/^ {2}GET \/api\/lists/m);
    } finally {
      await server.close();
    }
  },
);

test.each([
  ['Request.post("name")', 'runtime.request.post'],
  ['Request.get("name"),', 'runtime.request.get'],
  ['row["name"]', 'runtime.query.placeholders'],
])('a script that reads %s wrongly shows which facility is broken', async (read, broken) => {
  const text = new RegExp(read.replace(/[().[\]]/g, '\\$&'), 'g');
  const wrong = `"wrong"${read.endsWith(',') ? ',' : ''}`;
  const server = await serveProbes({ scripts: /own-request/, replace: [[text, wrong]] });
  try {
    const selection = ['--only', `runtime.request.own,runtime.request.get,${broken}`];
    const argv = ['--base-url', server.url, '--class', 'runtime', ...selection];
    const { report } = await runCheck(argv);
    const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed?.map(({ id }) => id)).toEqual([broken]);
  } finally {
    await server.close();
  }
});

/** The observations of open requirements, by id. */
function observationsOf(report: Report | undefined): Record<string, readonly string[]> {
  const open = report?.requirements.filter(({ verdict }) => verdict === 'observed') ?? [];
  return Object.fromEntries(open.map(({ id, observations }) => [id, [...observations].sort()]));
}

/** The ids of the points at which the variations differ. A check of open points alone has no verdict. */
const open = Object.values<ProbeVariation>(probeVariations).flatMap(({ observed }) =>
  Object.keys(observed),
);

async function observe(change: ProbeChange): Promise<Record<string, readonly string[]>> {
  const server = await serveProbes(change);
  try {
    const selection = isFull ? [] : ['--only', ['runtime.routing.script-path', ...open].join(',')];
    const argv = ['--base-url', server.url, '--class', 'runtime', ...selection];
    const { code, report } = await runCheck(argv);
    expect(code).toBe(0);
    return observationsOf(report);
  } finally {
    await server.close();
  }
}

test('what a scripting service does at open points is observed', async () => {
  const usual = await observe({});
  expect(usual).toMatchObject({
    'runtime.routing.route-script': ['shared script, endpoint script'],
    'runtime.routing.route-cors': [
      '204 empty',
      'header access-control-allow-origin: "*"',
      'no entries',
    ],
    'runtime.routing.route-authentication': ['401 json-error', 'no entries'],
  });
  for (const variation of Object.values<ProbeVariation>(probeVariations)) {
    const { observed } = variation;
    const sorted = Object.entries(observed).map(([id, words]) => [id, [...words].sort()] as const);
    expect(await observe(variation)).toEqual({ ...usual, ...Object.fromEntries(sorted) });
  }
});
