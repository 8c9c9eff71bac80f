/** The results of the sessions of a run, and what they add up to. */

import type { ServerLeftover } from '../creations/owned-resources.js';
import type { KeptExchange } from '../http/described-exchange.js';
import { createRedactor, reachOf } from '../http/secrets/redact.js';
import { type Secret, secretsOf } from '../http/secrets/secrets.js';
import type { ScenarioCounts } from '../scenarios/run-scenarios.js';
import type { OpenTarget, OpenTargetOf } from '../servers/target.js';
import { connectionOf } from '../servers/target-options.js';
import { IssuedSecrets, type IssuedValue } from '../sessions/issued-secrets.js';
import type { RunSession } from '../sessions/session.js';
import type { Session, SessionControl, SessionResult } from '../sessions/session-input.js';
import { type Case, describeCase, keepCase, type Outage } from '../verdict/case.js';
import { type Defect, defectsIn } from '../verdict/conclusion.js';
import { ContractCheck, type ContractFindings } from '../verdict/openapi-check.js';
import type { CheckInput } from './check-input.js';
import type { RunJournal } from './run-journal.js';

/** The results of all sessions of a run. */
export interface RunOutcome extends SessionResult {
  readonly cases: readonly Case[];
  readonly leftovers: readonly ServerLeftover[];
  readonly contract: ContractFindings;
  readonly defects: readonly Defect[];
  /** The credentials in use. */
  readonly secrets: readonly Secret[];
  /** The reason why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** What a listener learns of a case while it may still contain secrets. */
export type EndedCase = Pick<Case, 'requirement' | 'verdict'>;

/** Callbacks about the progress of a run. */
export interface RunListener {
  /** @param cases the number of cases of each requirement in all sessions */
  readonly begin: (cases: ScenarioCounts) => void;
  /** @param requests the number of requests since the case before, in any session */
  readonly add: (one: EndedCase, requests: number) => void;
}

/** Runs sessions, and collects their results. */
export class ResultCollector {
  readonly #input: CheckInput;
  readonly #listener: RunListener;
  readonly #journal: RunJournal;
  readonly #contract: ContractCheck;
  readonly #cases: Case<KeptExchange>[] = [];
  readonly #leftovers: ServerLeftover[] = [];
  readonly #outages: Outage[] = [];
  readonly #secrets: Secret[] = [];
  readonly #issued: IssuedSecrets;
  readonly #durations: number[] = [];
  #requests = 0;
  #throttledMs = 0;
  #mostAtATime = 0;
  readonly #passedAlone = new Set<string>();
  #hasBegun = false;
  /** The base URLs of targets that stopped answering; their sessions are skipped. */
  readonly #goneUrls = new Set<string>();

  /** @param journal receives the rows that the run may have created */
  constructor(input: CheckInput, listener: RunListener, journal: RunJournal) {
    this.#input = input;
    this.#listener = listener;
    this.#journal = journal;
    this.#issued = new IssuedSecrets(input.suite);
    this.#contract = new ContractCheck(input.suite.openapi);
  }

  /** Opens the target, runs the session and closes the target. */
  async take(session: Session, openTarget: OpenTargetOf, runSession: RunSession): Promise<void> {
    const { close, ...target } = await openTarget(session.target);
    this.#secrets.push(...secretsOf(target.credentials, this.#input.suite));
    try {
      if (this.#goneUrls.has(target.baseUrl)) return;
      const { signal, givingUp } = this.#input;
      const onBegin = (scenarios: ScenarioCounts) => this.#begin(scenarios);
      const onCase = this.#keeper(session, target);
      const onIssued = (values: readonly IssuedValue[]) => this.#issued.add(values);
      const onResourceChange = this.#journal.recorderFor(target, this.#input, this.#issued);
      const control = { onBegin, onCase, onIssued, onResourceChange, signal, givingUp };
      this.#note(await runSession(session, target, control), target);
    } finally {
      await close();
    }
  }

  /**
   * Announces the number of cases. All sessions have the same scenarios, so the first one knows
   * them.
   */
  #begin(scenarios: ScenarioCounts): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const cases = new Map<string, number>();
    for (const { id } of this.#input.plan.sessions.flatMap(({ requirements }) => requirements)) {
      const count = scenarios.get(id) ?? 0;
      if (count > 0) cases.set(id, (cases.get(id) ?? 0) + count);
    }
    this.#listener.begin(cases);
  }

  /**
   * Keeps of each case what reports need, as soon as it ends. Answers for open requirements are not
   * compared with the OpenAPI description.
   */
  #keeper(
    { requirements, secrets }: Session,
    { baseUrl, credentials }: OpenTarget,
  ): SessionControl['onCase'] {
    const levels = new Map(requirements.map(({ id, level }) => [id, level]));
    const reach = reachOf([...secrets, ...secretsOf(credentials, this.#input.suite)]);
    return (one, requests) => {
      const level = levels.get(one.requirement) ?? 'open';
      if (level === 'must') this.#contract.addAll(one.exchanges, baseUrl);
      this.#cases.push(keepCase(one, level, reach));
      this.#listener.add(one, requests);
    };
  }

  #note(
    { leftovers, outage, mostAtATime, passedAlone, traffic }: SessionResult,
    { name, baseUrl }: OpenTarget,
  ): void {
    this.#requests += traffic.requests;
    this.#throttledMs += traffic.throttledMs;
    this.#durations.push(...traffic.durations);
    this.#leftovers.push(...leftovers.map((one) => ({ server: name, ...one })));
    this.#mostAtATime = Math.max(this.#mostAtATime, mostAtATime);
    for (const id of passedAlone) this.#passedAlone.add(id);
    if (outage === undefined) return;
    this.#outages.push(outage);
    this.#goneUrls.add(baseUrl);
  }

  get outcome(): RunOutcome {
    const [outage] = [...this.#outages].sort((a, b) => (a.at < b.at ? -1 : 1));
    const secrets = [...this.#secrets, ...this.#issued.all];
    const redact = createRedactor([...this.#input.secrets, ...secrets]);
    const connection = connectionOf(this.#input.options);
    const cases = this.#cases.map((one) => describeCase(one, { connection, redact }));
    return {
      ...{ cases, leftovers: this.#leftovers, secrets, outage },
      mostAtATime: this.#mostAtATime,
      passedAlone: [...this.#passedAlone],
      traffic: {
        requests: this.#requests,
        durations: this.#durations,
        throttledMs: this.#throttledMs,
      },
      contract: this.#contract.findings,
      defects: defectsIn(cases),
    };
  }
}
