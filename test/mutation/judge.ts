/** Lets the suite judge a server, up to the first requirement that fails. */

import { appliesTo, type OpenTarget } from '../../conformance/servers/target.js';
import { type RecordedCase, runSession, type Session } from '../../conformance/sessions/session.js';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import type { Requirement } from '../../conformance/suite/requirements.js';
import { loadCatalogue } from '../../conformance/suite/requirements.js';

/** How many scenarios of a run go on at a time; the runs of other mutants go on beside it. */
const lanes = 2;

/** Longer than any answer takes; a script that never ends is stopped by the server before. */
const timeoutMs = 20_000;

/** What the suite says of a server. */
export interface Finding {
  /** The requirement of the first scenario that failed; undefined when none did. */
  readonly killer: string | undefined;
  /** Why something could not be judged although nothing failed. */
  readonly unjudged: string | undefined;
}

/** What is known before a server is examined. */
export interface Expectations {
  /** The scenarios of these requirements run before the others. */
  readonly likely?: readonly string[];
  /** What applies to one of these profiles is left out. */
  readonly judged?: readonly string[];
}

const suite = loadShippedSuite();

/** The suite's part for a profile: what is stated about the interface, as opposed to left open. */
export class Judge {
  readonly #requirements = loadCatalogue(suite).requirements;

  /**
   * Runs scenarios until one fails. A failure that a whole run would put down to another one
   * counts as well: that other one is then a failure too.
   */
  async examine(target: OpenTarget, expectations: Expectations = {}): Promise<Finding> {
    let unjudged: string | undefined;
    for (const part of this.#plan(target, expectations)) {
      const finding = await runScenarios(target, part);
      if (finding.killer !== undefined) return finding;
      unjudged ??= finding.unjudged;
    }
    return { killer: undefined, unjudged };
  }

  /** Which requirements to judge, the likely ones before the others. */
  #plan(target: OpenTarget, { likely = [], judged = [] }: Expectations): Requirement[][] {
    const wanted = this.#requirements
      .filter((one) => one.level === 'must' && appliesTo(one, target))
      .filter(({ profiles }) => !judged.some((profile) => profiles.includes(profile)));
    const first = wanted.filter(({ id }) => likely.includes(id));
    const others = wanted.filter(({ id }) => !likely.includes(id));
    return [first, others].filter((part) => part.length > 0);
  }
}

async function runScenarios(
  target: OpenTarget,
  requirements: readonly Requirement[],
): Promise<Finding> {
  const abortion = new AbortController();
  let killer: string | undefined;
  const cases: RecordedCase[] = [];
  const onCase = (one: RecordedCase) => {
    cases.push(one);
    if (one.verdict !== 'fail') return;
    killer ??= one.requirement;
    abortion.abort();
  };
  const session: Session = {
    target,
    suite,
    parameters: {},
    requirements,
    seed: 1,
    marker: 'touchstone-mutation',
    numbersFrom: 0,
    concurrency: { bound: lanes, adapts: false },
    timeoutMs,
    insecure: false,
    headers: {},
    secrets: [],
  };
  const { signal } = abortion;
  await runSession(session, target, { onCase, signal, givingUp: signal });
  return { killer, unjudged: describeUnjudged(cases) };
}

function describeUnjudged(cases: readonly RecordedCase[]): string | undefined {
  const stuck = cases.find(({ verdict }) => verdict !== 'pass');
  return stuck && `${stuck.requirement}: ${stuck.verdict}: ${stuck.reason}`;
}
