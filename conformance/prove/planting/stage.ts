/** One target on which scenarios run one after the other, each with or without a fault. */
import { createClient, type OpenClient } from '../../http/client.js';
import { ConcurrencyLimit, oneAtATime } from '../../http/concurrency-limit.js';
import { CreatedRows, type Leftover } from '../../scenarios/created-rows.js';
import { attempt } from '../../scenarios/run-scenarios.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { StepLibrary } from '../../scenarios/step-library.js';
import type { OpenTarget } from '../../servers/target.js';
import { Attempts } from '../../sessions/attempts.js';
import { cleanUp } from '../../sessions/clean-up.js';
import type { RecordedCase, Session, SessionControl } from '../../sessions/session-input.js';
import {
  type ContractDescription,
  loadContractDescription,
  noDescription,
} from '../../verdict/openapi-description.js';
import { FaultProxy, type Passage, type Planting } from './proxy.js';

/** The execution of a scenario. */
export interface Execution extends Passage {
  /** Undefined when the run was stopped. */
  readonly result: RecordedCase | undefined;
}

/** The scenarios after which what they created is deleted, so that lists stay short. */
const mostBetween = 40;

/** More numbers than the scenarios between two clean-ups need. */
const numbersBetween = 100_000;

const stopped: Execution = { result: undefined, exchanges: [], altered: undefined };

/** What a stage is made of. */
export interface StageParts {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly steps: StepLibrary;
  readonly control: Pick<SessionControl, 'onRowChange' | 'onIssued' | 'signal' | 'givingUp'>;
}

/** Runs the scenarios of one target alone, one after the other. */
export class Stage {
  readonly #parts: StageParts;
  readonly #client: OpenClient;
  readonly #proxy: FaultProxy;
  readonly #limit = new ConcurrencyLimit(oneAtATime);
  readonly #leftovers: Leftover[] = [];
  #credentials: OpenTarget['credentials'];
  #createdRows: CreatedRows;
  #attempts: Attempts | undefined;
  #ended: RecordedCase | undefined;
  #scenarios = 0;
  #cleanUps = 0;

  constructor(parts: StageParts) {
    const { session, target, control } = parts;
    this.#parts = parts;
    this.#client = createClient({
      ...session,
      baseUrl: target.baseUrl,
      keepsConnections: target.keepsConnections ?? false,
    });
    this.#proxy = new FaultProxy(descriptionOf(session), target.baseUrl);
    this.#credentials = target.credentials;
    this.#createdRows = new CreatedRows(control.onRowChange);
  }

  /** The credentials of the target, with those that logins obtained. */
  get credentials(): OpenTarget['credentials'] {
    return this.#credentials;
  }

  /** Runs a scenario while nothing else is sent. */
  async run(scenario: Scenario, planting?: Planting): Promise<Execution> {
    if (this.#parts.control.signal?.aborted) return stopped;
    if (this.#scenarios >= mostBetween) await this.cleanUp();
    const attempts = await this.#open();
    this.#scenarios += 1;
    this.#ended = undefined;
    this.#proxy.begin(planting);
    const onStep = (index: number) => this.#proxy.noteStep(index);
    let end = await attempt(scenario, true, { steps: this.#parts.steps, opener: attempts, onStep });
    if (typeof end === 'function') end = end();
    return { ...this.#proxy.passage, result: this.#ended };
  }

  async #open(): Promise<Attempts> {
    if (this.#attempts !== undefined) return this.#attempts;
    const { session, target, control } = this.#parts;
    const attempts = new Attempts(
      {
        session: { ...session, numbersFrom: this.#cleanUps * numbersBetween },
        target: { ...target, credentials: this.#credentials },
        client: this.#client,
        createdRows: this.#createdRows,
        limit: this.#limit,
        onIssued: control.onIssued ?? (() => {}),
        intermediary: this.#proxy.intercept,
      },
      (one) => {
        this.#ended = one;
      },
    );
    this.#credentials = { ...this.#credentials, ...(await attempts.logIn()) };
    this.#attempts = attempts;
    return attempts;
  }

  /** Deletes what the scenarios since the last clean-up created. */
  async cleanUp(): Promise<void> {
    if (this.#attempts === undefined) return;
    const { session, target, control } = this.#parts;
    this.#attempts = undefined;
    const left = await cleanUp({
      ...session,
      target: { ...target, credentials: this.#credentials },
      createdRows: this.#createdRows,
      client: session,
      limit: this.#limit,
      signal: control.givingUp,
    });
    this.#leftovers.push(...left);
    this.#createdRows = new CreatedRows(control.onRowChange);
    this.#scenarios = 0;
    this.#cleanUps += 1;
  }

  /**
   * Ends the stage with a clean-up.
   *
   * @returns what could not be deleted
   */
  async close(): Promise<readonly Leftover[]> {
    try {
      await this.cleanUp();
      return this.#leftovers;
    } finally {
      this.#client.close();
    }
  }
}

/** The description of a suite, by which operations are named. */
function descriptionOf({ suite }: Session): ContractDescription {
  return suite.openapi === undefined ? noDescription : loadContractDescription(suite.openapi);
}
