/** Scenarios as a run takes them: what `compileFeature` makes of a feature, and how it is kept. */

import type { Client } from '../http/exchange.js';
import type { Credentials, Suite } from '../suite/suite.js';
import type { CaseStart, OpenCase } from '../verdict/case.js';
import type { Ledger, Leftover } from './ledger.js';
import type { Entry } from './turnstile.js';

/** A scenario, or what a row makes of an outline. */
export interface Scenario extends CaseStart {
  readonly heading: Heading;
  readonly tags: readonly string[];
  readonly steps: readonly Step[];
}

/** How the file introduces a scenario; rows share that of their outline. */
export interface Heading {
  /** With the outline's parameters: `Text <name> comes back`. */
  readonly name: string;
  readonly line: number;
}

/** What a step is there for, by its keyword or that of the step before it. */
export type StepKind =
  /** Given: it prepares. */
  | 'preparation'
  /** When: what the scenario is about. */
  | 'action'
  /** Then: what is judged. */
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

/** A table as Gherkin's parser gives it. */
export interface StepTable {
  readonly rows: readonly { readonly cells: readonly { readonly value: string }[] }[];
}

/** Before a requirement's id in the tag of its scenarios. */
export const tagPrefix = '@req:';

/** On scenarios whose author has not finished them: none of their steps is done. */
export const unfinishedTag = '@todo';

/** What a scenario knows of the requirement that it judges. */
export interface JudgedRequirement {
  readonly id: string;
  /** Ids of the requirements that it builds on. */
  readonly needs: readonly string[];
}

/** What scenarios of a run have in common, so that it is made once. */
export interface Shared {
  /**
   * What was made for the first scenario that asked for it. Only what no scenario changes may be
   * shared. A fault of the target can change it nevertheless: a scenario that has used it and fails,
   * or is blocked, runs again with everything made for it alone, and only that counts.
   *
   * @param key names what is shared, and determines the type
   * @param make makes it; when it throws, it is tried again for the next scenario
   * @throws what `make` throws
   */
  use<Made>(key: string, make: () => Promise<Made>): Promise<Made>;
}

/** What a scenario can reach. */
export interface CheckRun {
  /** Of the target, which paths are below. */
  readonly baseUrl: string;
  readonly requirement: JudgedRequirement;
  readonly suite: Suite;
  /** Undefined where the server's class has none. */
  readonly profile: string | undefined;
  /** The suite's further options, by their names in `suite.yaml`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly shared: Shared;
  /** To be told what the scenario observes, and which exchanges of others it judges as well. */
  readonly recorder: Pick<OpenCase, 'observe' | 'exchange'>;
  /** Whether the target's data end with it, so that any of them may be changed and deleted. */
  readonly isDisposable: boolean;
  /** Whether nothing may be changed, so that scenarios work on rows which are there already. */
  readonly readOnly: boolean;
  /** A text, different in every run, that marks names and e-mail addresses as this run's own. */
  readonly marker: string;
  /** Determines whatever is left to chance, so that a run can be repeated. */
  readonly seed: number;
  /** A number that no other call in this run has returned. */
  nextNumber(): number;
}

/** A scenario that has begun. */
export interface OpenScenario {
  readonly run: CheckRun;
  /** Resolves when so much time has gone by and it may go on; meanwhile others take its place. */
  pause(milliseconds: number): Promise<void>;
  /**
   * Resolves when no other scenario sends anything. The target is held until it is released, or the
   * scenario ends; it is let go in pauses.
   *
   * @returns releases the target, unless the scenario held it already
   */
  hold(part?: string): Promise<() => void>;
  /** Ends the latest hold that has not ended. @returns whether there was one */
  release(): boolean;
  /** Holds the target, and sends all requests of `act` at the same time. */
  atOnce<T>(act: () => Promise<T>): Promise<T>;
  /** To be called once; an error is the one that a step threw. */
  end(result: 'passed' | Error): ScenarioEnd;
}

/** Whether what came of a scenario counts. */
export type ScenarioEnd =
  | 'counts'
  /** It failed while others ran, which may explain it: it has to run again, with nobody else. */
  | 'has to run again'
  /**
   * It observed while others ran. To be called when all have run: whether that counts, since none of
   * the others was disturbed, or it has to run again.
   */
  | (() => 'counts' | 'has to run again');

/** Opens the attempts at scenarios. */
export interface ScenarioOpener {
  /**
   * Resolves when the scenario may begin, and to undefined when none may any more.
   *
   * @param entry whether it holds the target from its beginning to its end, or else which part of it
   *   when it does
   */
  begin(start: CaseStart, entry: Entry): Promise<OpenScenario | undefined>;
}

/** What the steps of one scenario share. */
export interface World {
  /** To be called before the first step. */
  begin(scenario: OpenScenario): void;
  /** To be called before each step, where the world wants to know. */
  beginStep?(step: Step): void;
  /** What a step has thrown, with all that can be said of it; `step` is its text. */
  explain(error: Error, step: string): Error;
  /**
   * Deletes what the run has created, as far as its ledger and its marker tell, and nothing else.
   * To be called on a world of its own, in place of steps. Resolves to what is left.
   */
  cleanUpRun(): Promise<readonly Leftover[]>;
}

/** What one scenario has of it. */
export interface ScenarioShare extends Shared {
  /** Whether it has used anything that others may have used, too. */
  readonly isInUse: boolean;
  /** Has whatever it used made anew for those that ask for it next. */
  discard(): void;
}

/** The preparations of one session. */
export class SharedPreparations {
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #ready = new WeakSet<Promise<unknown>>();

  /**
   * For a scenario that takes what others have made. What another one is still making is no use while
   * this one holds the target, since the other one waits for it then; nor is what another one failed
   * to make.
   *
   * @param isHolder whether the scenario holds the target at the moment; default: never
   */
  open(isHolder = () => false): ScenarioShare {
    const [made, ready] = [this.#made, this.#ready];
    const used = new Map<string, Promise<unknown>>();
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
        // Whoever uses a key names the same type with it.
        return (await preparation.catch(() => makeShared(key, make))) as Made;
      },
      get isInUse() {
        return used.size > 0;
      },
      discard() {
        for (const [key, preparation] of used) {
          if (made.get(key) === preparation) made.delete(key);
        }
      },
    };
  }

  /** For a scenario that makes all by itself. */
  openAlone(): ScenarioShare {
    return { use: (_key, make) => make(), isInUse: false, discard: () => {} };
  }
}
