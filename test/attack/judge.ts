import { defaultLimits } from '../../reference-server/http/limits.js';
import type { Attack, TimeLimit } from './attack.js';
import type { Measurement } from './measure.js';

/** Allowed time after a limit for the attack to end and for other requests to be served, in ms. */
const grace = 1_000;

/**
 * Returns the bounds that the server exceeded; none if it withstood the attack.
 *
 * @param slowness factor for all times; 1 on an idle machine
 */
export function findProblems(
  { bounds, limits, workers }: Pick<Attack, 'bounds' | 'limits' | 'workers'>,
  measurement: Measurement,
  slowness: number,
): readonly string[] {
  const { outcomes, after, others, memory, keptProcesses } = measurement;
  const problems: string[] = [];
  const timeOf = (limit: TimeLimit): number => limits[limit] ?? defaultLimits[limit];
  const compare = (what: string, time: number, inOrder: readonly TimeLimit[]): void => {
    const most = inOrder.map(timeOf).reduce((sum, one) => sum + one, grace) * slowness;
    if (time > most) problems.push(`${what} ${Math.round(time)} ms, at most ${most}`);
  };
  for (const outcome of outcomes.keys()) {
    if (!bounds.outcomes.includes(outcome)) problems.push(`outcome ${outcome}`);
  }
  compare('it took', after, bounds.endedBy);
  compare('others waited', others.longestWait, workers > 1 ? [] : bounds.othersWait);
  const { failures } = others;
  if (failures.length > 0 && !bounds.mayFail) {
    problems.push(`${failures.length} others failed: ${[...new Set(failures)].join(', ')}`);
  }
  if (memory > bounds.memory) {
    problems.push(`held ${Math.round(memory)} MiB, at most ${bounds.memory}`);
  }
  if (!keptProcesses && !bounds.mayReplace) problems.push('lost a process');
  return problems;
}
