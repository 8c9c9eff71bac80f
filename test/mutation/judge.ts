/** Runs the suite against a server until the first requirement fails. */

import { plainConnection } from '../../conformance/http/connection-options.js';
import { appliesTo, type OpenTarget } from '../../conformance/servers/target.js';
import { runSession } from '../../conformance/sessions/session.js';
import type { RecordedCase, Session } from '../../conformance/sessions/session-input.js';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import type { Requirement } from '../../conformance/suite/requirements.js';
import { loadCatalogue } from '../../conformance/suite/requirements.js';

/** Simultaneous scenarios per server; other mutants are tried at the same time. */
const concurrency = 2;

/** Longer than any answer takes: the server stops an endless script before. */
const timeoutMs = 20_000;

/** Result of the suite for a server. */
export interface Finding {
  /** The requirement of the first failed scenario; undefined if none failed. */
  readonly killer: string | undefined;
  /** The first requirement without a verdict, and the reason. */
  readonly unjudged: string | undefined;
}

/** Knowledge that shortens the examination of a server. */
export interface Expectations {
  /** Requirements whose scenarios run before the others. */
  readonly likely?: readonly string[];
  /** Profiles whose requirements are skipped. */
  readonly judged?: readonly string[];
}

const suite = loadShippedSuite();

/** Judges servers by the requirements of level `must` for their profile. */
export class Judge {
  readonly #requirements = loadCatalogue(suite).requirements;

  /**
   * Runs scenarios until one fails. A failure counts even if a complete run would attribute it to
   * another one, because that one is a failure too.
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

  /** The requirements to judge, the likely ones before the others. */
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
    concurrency: { bound: concurrency, adapts: false },
    timeoutMs,
    connection: plainConnection,
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
