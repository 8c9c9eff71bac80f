/** Runs the commands of the guide to proofs, and compares its table of kinds with the code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultKinds } from '../../conformance/prove/faults/kinds.js';
import { findFreePort } from '../../kit/free-port.js';
import { packageFile } from '../../kit/package-root.js';
import { readBlocks, Workplace } from './workplace.js';

const guide = 'proving-a-suite.md';
const text = readFileSync(packageFile('docs', guide), 'utf8');
const [first = '', written = '', inCi = '', ...more] = readBlocks(guide, 'sh');
const [openapi = ''] = readBlocks('writing-a-suite.md', 'yaml');
const [server = ''] = readBlocks('writing-a-suite.md', 'js');

// Features that a proof has added are read by the next process.
const workplace = new Workplace({ spawns: true });
let child: ReturnType<typeof spawn> | undefined;
let port = 0;

beforeAll(async () => {
  writeFileSync(join(workplace.folder, 'openapi.yaml'), openapi);
  writeFileSync(join(workplace.folder, 'server.mjs'), `${server}console.log('up');\n`);
  port = await findFreePort();
  child = spawn(process.execPath, [join(workplace.folder, 'server.mjs')], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
});
afterAll(() => {
  child?.kill();
  workplace.remove();
});

const run = (block: string) => workplace.run(block.replaceAll('7001', String(port)));

const scoresIn = (output: string) =>
  [...output.matchAll(/^Notes notices .*: ([\d.]+) %\.$/gm)].map(([, score]) => Number(score));

it('leads from a first proof to a better suite', async () => {
  const proved = await run(first);
  const [shown = ''] = readBlocks(guide, 'console');
  expect(proved.output).toContain(shown);
  expect(proved.output).not.toContain('Left behind');
  expect(scoresIn(proved.output)[0]).toBeGreaterThan(50);

  const { output } = await run(written);
  const [before, after] = scoresIn(output);
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(50);
  expect(await run(inCi)).toMatchObject({ code: 0 });
  expect(more).toEqual([]);
});

it('lists the kinds of faults of the code', () => {
  const rows = [...text.matchAll(/^\| `([a-z0-9-]+)` \| (.*) \|$/gm)];
  expect(rows.map(([, name, meaning]) => [name, meaning])).toEqual(
    faultKinds.map(({ name, meaning }) => [name, meaning]),
  );
});
