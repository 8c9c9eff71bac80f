/** A share of the attacks of `npm run attack` in short form: shorter limits, several attacks per server. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { share } from '../extent.js';
import { attackAll, shortLimits, slowness } from './attack-all.js';
import { allAttacks } from './attacks/all.js';
import { attackWithScripts } from './attacks/define.js';
import { findProblems } from './judge.js';
import { measureAttack } from './measure.js';
import { startAttackedServer } from './server.js';
import { type AttackGroup, shareServers } from './shared-server.js';

const groups = shareServers(
  share(
    allAttacks.filter(({ isShort }) => isShort),
    16,
  ),
  shortLimits,
);
const cases = groups.map((group): [string, AttackGroup] => [
  `${group.kind}, ${group.attacks.length} attacks`,
  group,
]);

test.each(cases)('a server withstands %s', async (_, group) => {
  expect(await attackAll(group)).toEqual([]);
});

/** Judges a script by a time limit of 0 ms, on a server that gives it 60 seconds. */
async function attackUnprotected(script: string, memory: number): Promise<string[]> {
  const attacks = attackWithScripts('scripts', { it: { script, bounds: { memory } } });
  const groups = shareServers(attacks, () => ({ scriptTime: 60_000 }));
  const strict = groups.map((group) => ({
    ...group,
    attacks: group.attacks.map((attack) => ({ ...attack, limits: { scriptTime: 0 } })),
  }));
  return (await Promise.all(strict.map((group) => attackAll(group)))).flat();
}

test('reports a script that is not stopped', async () => {
  const problems = await attackUnprotected('var n = 0\nwhile (n < 1e7) n = n + 1', 1_024);
  expect(problems).toEqual(['it: outcome 200']);
});

test('reports a process that ends', async () => {
  const [attack] = attackWithScripts('scripts', { it: { script: '', outcomes: [404] } });
  if (attack === undefined) throw new Error('There is no attack.');
  const server = await startAttackedServer(attack);
  onTestFinished(() => server.stop());
  const measured = measureAttack(attack, server);
  for (const pid of server.workers) process.kill(pid, 'SIGKILL');
  expect(findProblems(attack, await measured, slowness)).toContain('lost a process');
});

test.runIf(process.platform === 'linux')('counts the memory of all processes', async () => {
  const problems = await attackUnprotected('Response.json(1)', -1_000);
  expect(problems).toEqual([
    'it: outcome 200',
    expect.stringMatching(/^it: held \d+ MiB, at most 24$/),
  ]);
});

test('the guide has a row for each kind of attack', () => {
  const guide = readFileSync(packageFile('docs', 'serving.md'), 'utf8');
  const kinds = new Set(allAttacks.map(({ kind }) => kind));
  for (const kind of kinds) expect(guide).toContain(`| ${kind} `);
});
