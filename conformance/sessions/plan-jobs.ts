/** Which sessions a run consists of. */

import type { CheckOptions } from '../check-options.js';
import { type Concurrency, usualConcurrency } from '../http/concurrency-limit.js';
import type { Secret } from '../http/redact.js';
import type { Plan } from '../plan.js';
import { readScenarios } from '../scenarios/read-scenarios.js';
import { appliesTo } from '../servers/target.js';
import type { Suite } from '../suite/suite.js';
import type { SessionJob } from './job.js';

/** Nobody else uses our own servers, and more makes them no faster. */
const ownConcurrency: Concurrency = { bound: 4, adapts: false };

/** More than any session needs. */
const numbersPerSession = 1_000_000;

/** How many cases each requirement has in all sessions together. */
export function countCases(
  jobs: readonly Pick<SessionJob, 'requirements'>[],
  suite: Suite,
): ReadonlyMap<string, number> {
  const sessions = new Map<string, number>();
  for (const { id } of jobs.flatMap(({ requirements }) => requirements)) {
    sessions.set(id, (sessions.get(id) ?? 0) + 1);
  }
  const cases = new Map<string, number>();
  for (const { requirement } of readScenarios(suite)) {
    const count = sessions.get(requirement);
    if (count !== undefined) cases.set(requirement, (cases.get(requirement) ?? 0) + count);
  }
  return cases;
}

/** How many requests may be under way at a time, on each server. */
export function concurrencyFor({ baseUrl, concurrency }: CheckOptions): Concurrency {
  const usual = baseUrl === undefined ? ownConcurrency : usualConcurrency;
  return { ...usual, bound: concurrency ?? usual.bound };
}

/** One for each server and repetition; every repetition has an order of its own. */
export function planJobs(
  options: CheckOptions,
  plan: Plan,
  suite: Suite,
  secrets: readonly Secret[],
): SessionJob[] {
  const seeds = Array.from({ length: options.repeat }, (_, index) => plan.seed + index);
  const common = {
    suite,
    parameters: options.parameters,
    marker: plan.marker,
    secrets,
    concurrency: concurrencyFor(options),
    timeoutMs: options.timeout,
    insecure: options.insecure,
    readOnly: options.readOnly,
    headers: Object.fromEntries(options.headers),
  };
  return plan.subjects.flatMap((subject) => {
    const requirements = plan.requirements.filter((one) => appliesTo(one, subject));
    if (requirements.length === 0) return [];
    return seeds.map((seed, index) => {
      const numbersFrom = index * numbersPerSession;
      return { ...common, subject, requirements, seed, numbersFrom };
    });
  });
}
