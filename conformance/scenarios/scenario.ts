/** A scenario as read, what its steps can reach while it runs, and what scenarios share. */

import type { OwnedResources } from '../creations/owned-resources.js';
import type { Client, Exchange } from '../http/exchange.js';
import type { Credentials, Suite } from '../suite/suite.js';
import type { CaseStart, OpenCase } from '../verdict/case.js';
import type { Isolation } from './request-scheduler.js';
import type { UnfinishedWork } from './unfinished-work.js';

/** A scenario, or one row of an outline. */
export interface Scenario extends CaseStart {
  readonly heading: Heading;
  readonly tags: readonly string[];
  readonly steps: readonly Step[];
}

/** The heading of a scenario in its file; rows share the heading of their outline. */
export interface Heading {
  /** With the outline's parameters: `Text <name> comes back`. */
  readonly name: string;
  readonly line: number;
}

/** The purpose of a step, by its keyword; `And` and `But` continue the step before. */
export type StepKind =
  /** Given. */
  | 'preparation'
  /** When. */
  | 'action'
  /** Then. */
  | 'judgement';

/** One step, with the values of an outline's row filled in. */
export interface Step {
  readonly text: string;
  readonly kind: StepKind;
  readonly line: number;
  readonly argument?: {
    readonly dataTable?: StepTable;
    readonly docString?: { readonly content: string };
  };
}

/** A table in the form of Gherkin's parser. */
export interface StepTable {
  readonly rows: readonly { readonly cells: readonly { readonly value: string }[] }[];
}

/** Prefix of the tag that names the requirement of a scenario. */
export const tagPrefix = '@req:';

/** Tag of scenarios that are not finished; none of their steps runs. */
export const unfinishedTag = '@todo';

/** The requirement of a scenario, as far as its steps need it. */
export interface JudgedRequirement {
  readonly id: string;
  /** Ids of the requirements that this one builds on. */
  readonly needs: readonly string[];
}

/** Access to what the scenarios of a session share. */
export interface Shared {
  /**
   * Returns a value that is made once, for the first scenario that asks for it. Share only values
   * that no scenario changes. Because a faulty target can change them nevertheless, a scenario that
   * used a shared value and is failed or blocked runs again with values of its own; only that
   * attempt counts.
   *
   * @param key names the value, and determines its type
   * @param make makes the value; after an error, the next scenario tries again
   * @throws the error of `make`
   */
  use<Made>(key: string, make: () => Promise<Made>): Promise<Made>;
}

/** The failure of a login. */
export interface LoginFailure {
  /** The outcome of every scenario that uses the credential. */
  readonly error: Error;
  /** The request with its answer; undefined when there was none. */
  readonly exchange: Exchange | undefined;
}

/** The limit of the time for which a scenario waits for a state of the target. */
export interface Patience {
  /**
   * The longest time to wait, in milliseconds.
   *
   * @param stated the time that the suite states
   */
  limit(stated: number): number;
  /** Notes the time, in milliseconds, after which a state was reached. */
  note(waited: number): void;
}

/** Everything that the steps of a scenario can reach. */
export interface CheckRun {
  /** The base URL of the target. */
  readonly baseUrl: string;
  /** The requirement that the scenario judges. */
  readonly requirement: JudgedRequirement;
  /** The suite, as `suite.yaml` describes it. */
  readonly suite: Suite;
  /** Undefined when the class of the server has no profiles. */
  readonly profile: string | undefined;
  /** Values of the suite's parameters, by their names in `suite.yaml`. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * The credentials that the operator, the setup or a login gave, by their names in `suite.yaml`.
   */
  readonly credentials: Credentials;
  /** The reasons for credentials that a login did not obtain, by name. Default: none. */
  readonly loginFailures?: ReadonlyMap<string, LoginFailure>;
  /** Sends requests to the target, and records them for the report. */
  readonly client: Client;
  /** What the run may have created, for its clean-up. */
  readonly owned: OwnedResources;
  /** Values that the scenarios of the session share. */
  readonly shared: Shared;
  /** Records what the scenario observes, and exchanges of other scenarios that it judges. */
  readonly recorder: Pick<OpenCase, 'observe' | 'exchange'>;
  /**
   * Whether the target's data end with the check, so that scenarios may change and delete any row.
   */
  readonly isDisposable: boolean;
  /** Whether scenarios may change nothing, and work on existing rows. */
  readonly readOnly: boolean;
  /** A text that marks values as this run's own; it differs in every run. */
  readonly marker: string;
  /** The seed of all random choices. */
  readonly seed: number;
  /** Returns a number that no other call in this run returns. */
  nextNumber(): number;
  /** Default: scenarios wait as long as the suite states. */
  readonly patience?: Patience | undefined;
}

/** A scenario that has begun. */
export interface OpenScenario {
  /** What the steps of the scenario can reach. */
  readonly run: CheckRun;
  /** Waits for a time in milliseconds, while other scenarios run. */
  pause(milliseconds: number): Promise<void>;
  /**
   * Holds the target, or a part of it, until it is released or the scenario ends; a pause releases
   * it temporarily. Resolves when no disturbing request of another scenario is under way.
   *
   * @param part the part to hold; default: the part in the scenario's tag, or else the whole target
   * @returns a function that releases the target, unless the scenario held it already
   */
  hold(part?: string): Promise<() => void>;
  /** Ends the latest hold. @returns whether the target was held */
  release(): boolean;
  /** Whether the scenario holds the target or a part of it, or runs without others. */
  readonly isHolder: boolean;
  /** Holds the target, and sends the requests of `act` at the same time. */
  atOnce<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Performs a step of the scenario; absent when nothing watches the steps.
   *
   * @param place the step in messages: `features/notes.feature:7: "I send GET /notes"`
   * @throws SuiteMistake when the step waits for nothing that can end it
   */
  watch?(step: () => Promise<void>, place: string): Promise<void>;
  /** Ends the scenario; an error is the one that a step threw. Call it once. */
  end(result: 'passed' | Error): ScenarioEnd;
}

/** Whether the result of an attempt counts. */
export type ScenarioEnd =
  | 'counts'
  /** It failed while others ran, or with a 429 or 503: it has to run again alone. */
  | 'has to run again'
  /**
   * It observed while others ran. The function is called after all scenarios, and returns whether
   * the observation counts because no scenario was disturbed.
   */
  | (() => 'counts' | 'has to run again');

/** Opens the attempts at scenarios. */
export interface ScenarioOpener {
  /**
   * Resolves when the scenario may begin, to undefined when no scenario may begin any more.
   *
   * @param isolation whether the scenario runs alone, and the part of the target that it holds
   */
  begin(start: CaseStart, isolation: Isolation): Promise<OpenScenario | undefined>;
}

/** The state that the steps of one scenario share. */
export interface World {
  /** The work that a step has to await; absent in a world that does not record it. */
  readonly unfinished?: UnfinishedWork;
  /** Called before the first step. */
  begin(scenario: OpenScenario): void;
  /** Called before each step. */
  beginStep?(step: Step, next: Step | undefined): void;
  /**
   * Adds the knowledge of the world to the error of a step, or replaces an error that a further
   * look at the target shows to be meaningless.
   */
  explain(error: Error): Error | Promise<Error>;
}

/** The access of one scenario to shared values. */
export interface ScenarioShare extends Shared {
  /** Whether the scenario used a value that others may have used, too. */
  readonly isInUse: boolean;
  /** The values of others that the scenario used. */
  readonly values: readonly unknown[];
  /** Discards the values that the scenario used: the next scenarios get new ones. */
  discard(): void;
}

/** The values that the scenarios of one session share. */
export class SharedPreparations {
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #ready = new WeakSet<Promise<unknown>>();

  /**
   * Opens access for a scenario that uses values of others. A scenario that holds the target does
   * not wait for a value that another scenario is making, which may itself wait for the target, but
   * makes it itself.
   *
   * @param isHolder whether the scenario holds the target at the moment; default: never
   */
  open(isHolder = () => false): ScenarioShare {
    const [made, ready] = [this.#made, this.#ready];
    const used = new Map<string, Promise<unknown>>();
    const values: unknown[] = [];
    const makeShared = <Made>(key: string, make: () => Promise<Made>): Promise<Made> => {
      const preparation = make();
      made.set(key, preparation);
      used.set(key, preparation);
      return preparation.then((value) => {
        ready.add(preparation);
        return value;
      });
    };
    return {
      async use<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
        const preparation = made.get(key);
        if (preparation === undefined) return await makeShared(key, make);
        if (isHolder() && !ready.has(preparation)) return await make();
        used.set(key, preparation);
        const value = await preparation.catch(() => makeShared(key, make));
        values.push(value);
        // All uses of a key have the same type.
        return value as Made;
      },
      get isInUse() {
        return used.size > 0;
      },
      values,
      discard() {
        for (const [key, preparation] of used) {
          if (made.get(key) === preparation) made.delete(key);
        }
      },
    };
  }

  /** Opens access for a scenario that makes all values itself. */
  openAlone(): ScenarioShare {
    return { use: (_key, make) => make(), isInUse: false, values: [], discard: () => {} };
  }
}
