/** Attacks in short form: several of them against one server, in sequence. */
import { onTestFinished } from 'vitest';
import type { ServerLimits } from '../../reference-server/index.js';
import type { Attack, Outcome } from './attack.js';
import { findProblems } from './judge.js';
import { measureAttack } from './measure.js';
import { startAttackedServer } from './server.js';
import type { AttackGroup } from './shared-server.js';

/** Outcomes of an attack that a limit for the arrival of requests ends. */
const endsOfArrival: readonly Outcome[] = [408, 'closed'];

/**
 * Limits that end an attack soon. Where the arrival of requests must not end it, its limits are the
 * usual ones: a busy machine would reach short ones without any attack.
 */
export function shortLimits({ bounds: { outcomes, endedBy } }: Attack): Partial<ServerLimits> {
  const mayArriveLate = outcomes.some((one) => endsOfArrival.includes(one));
  return {
    ...(endedBy.includes('scriptTime') ? { scriptTime: 300 } : {}),
    ...(mayArriveLate ? { headerTime: 500, requestTime: 1_500, idleTime: 1_500 } : {}),
  };
}

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
    const { others, ...measured } = await measureAttack(attack, server);
    // Requests of others may arrive late, too.
    const failures = others.failures.filter((one) => one !== '408');
    const measurement = { ...measured, others: { ...others, failures } };
    const found = findProblems(attack, measurement, slowness);
    problems.push(...found.map((problem) => `${attack.name}: ${problem}`));
  }
  return problems;
}
