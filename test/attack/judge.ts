import { defaultLimits } from '../../reference-server/http/service.js';
import type { Attack, TimeLimit } from './attack.js';
import type { Measurement } from './measure.js';

/** How much later than its limit an attack may end, and others be served, in milliseconds. */
const grace = 1_000;

/**
 * What a server has not withstood; nothing when it has.
 *
 * @param slowness how many times the documented times may be exceeded: 1 on a machine that has
 *   nothing else to do
 */
export function findProblems(
  { bounds, limits, workers }: Pick<Attack, 'bounds' | 'limits' | 'workers'>,
  measurement: Measurement,
  slowness: number,
): readonly string[] {
  const { outcomes, after, others, memory, keptProcesses } = measurement;
  const problems: string[] = [];
  const compare = (what: string, time: number, limit: TimeLimit | undefined): void => {
    const bound = (limit === undefined ? 0 : { ...defaultLimits, ...limits }[limit]) + grace;
    const most = bound * slowness;
    if (time > most) problems.push(`${what} ${Math.round(time)} ms, at most ${most}`);
  };
  for (const outcome of outcomes.keys()) {
    if (!bounds.outcomes.includes(outcome)) problems.push(`outcome ${outcome}`);
  }
  compare('it took', after, bounds.endedBy);
  compare('others waited', others.longestWait, workers > 1 ? undefined : bounds.othersWait);
  if (others.refused > 0 && !bounds.mayRefuse) problems.push(`${others.refused} others refused`);
  if (memory > bounds.memory) {
    problems.push(`held ${Math.round(memory)} MiB, at most ${bounds.memory}`);
  }
  if (!keptProcesses && !bounds.mayReplace) problems.push('lost a process');
  return problems;
}
