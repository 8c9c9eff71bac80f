/** No verdict and no cause depends on the words of a message: they are the same with hashes in their place. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { packageFile } from '../../../kit/package-root.js';
import { seed } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { faultNamed, faults } from '../../faulty/faults.js';
import { argumentsFor, makeFolder, removeFolders } from '../run-check.js';

afterAll(removeFolders);

const run = promisify(execFile);

/** A copy of the compiled program, whose words of mismatches are hashes. */
const program = makeFolder();

beforeAll(async () => {
  for (const name of ['package.json', 'node_modules', 'conformance', 'spec', 'features', 'reports'])
    symlinkSync(packageFile(name), join(program, name));
  for (const name of ['bin', 'dist'])
    cpSync(packageFile(name), join(program, name), { recursive: true });
  const words = join(program, 'dist/conformance/mismatches/mismatch-text.js');
  const original = words.replace(/\.js$/, '-original.js');
  renameSync(words, original);
  const names = Object.keys(await import(original));
  const wrapped = names.map((name) => `export const ${name} = hashed(original.${name});`);
  writeFileSync(words, `${hashedText}\n${wrapped.join('\n')}\n`);
});

const hashedText = `
import { createHash } from 'node:crypto';
import * as original from './mismatch-text-original.js';
const hashed = (one) =>
  typeof one === 'function' ? (...given) => hash(one(...given)) : one;
function hash(value) {
  if (typeof value === 'string') return createHash('sha256').update(value).digest('hex');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(hash);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hash(one)]));
}`;

/** The verdict of each requirement with the failure that explains it, and the words of a failure. */
async function judge(fault: string, root: string) {
  const { profile = 'basic' } = faultNamed(fault);
  const server = await startConformingServer({ fault });
  const cwd = makeFolder();
  const order = ['--profile', profile, '--seed', '1', '--concurrency', '1'];
  try {
    const main = join(root, 'bin/touchstone.js');
    const command = [main, 'check', ...argumentsFor(server), ...order];
    await expect(run(process.execPath, command, { cwd })).rejects.toMatchObject({
      code: 1,
      stderr: '',
    });
  } finally {
    await server.close();
  }
  const report = JSON.parse(readFileSync(join(cwd, 'reports/report.json'), 'utf8')) as Report;
  const { requirements } = report;
  return {
    verdicts: requirements.map(({ id, verdict, blockedBy }) => [id, verdict, blockedBy]),
    words: requirements.find(({ verdict }) => verdict === 'fail')?.reason,
  };
}

/** Each fault is checked twice, so a run takes one of twelve. */
const drawn = Object.keys(faults).filter((_name, place) => place % 12 === seed % 12);

test.each(drawn)('%s', async (fault) => {
  const usual = await judge(fault, packageFile());
  const hashed = await judge(fault, program);
  expect(hashed.words).not.toBe(usual.words);
  expect(hashed.verdicts).toEqual(usual.verdicts);
});
