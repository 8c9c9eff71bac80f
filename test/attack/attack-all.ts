/** Attacks in short form: several of them against one server, in sequence. */
import { onTestFinished } from 'vitest';
import { findProblems } from './judge.js';
import { measureAttack } from './measure.js';
import { startAttackedServer } from './server.js';
import type { AttackGroup } from './shared-server.js';

/** Limits that end attacks soon. */
export const shortLimits = {
  scriptTime: 300,
  headerTime: 500,
  requestTime: 1_500,
  idleTime: 1_500,
};

/** What is slow on a busy machine is no problem: an attack that does not end stays open. */
export const slowness = Number.POSITIVE_INFINITY;

/**
 * Runs the attacks of a group in sequence against one server and returns the problems found.
 *
 * @param address address of PostgreSQL. Default: the server uses SQLite
 */
export async function attackAll(group: AttackGroup, address?: string): Promise<string[]> {
  const server = await startAttackedServer(group, address);
  onTestFinished(() => server.stop());
  const problems: string[] = [];
  for (const attack of group.attacks) {
    const measurement = await measureAttack(attack, server);
    const found = findProblems(attack, measurement, slowness);
    problems.push(...found.map((problem) => `${attack.name}: ${problem}`));
  }
  return problems;
}
