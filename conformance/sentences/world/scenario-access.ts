/** What a world can do with its scenario: reach the run, wait, and keep other scenarios away. */
import type { CheckRun, OpenScenario } from '../../scenarios/scenario.js';
import { UnfinishedWork } from '../../scenarios/unfinished-work.js';
import { SuiteMistake } from '../../verdict/outcomes.js';

/** The part of a world that belongs to one running scenario. */
export class ScenarioAccess {
  readonly unfinished = new UnfinishedWork();
  #scenario: OpenScenario | undefined;

  /** The run: target, profile, parameters, marker, seed. */
  get run(): CheckRun {
    return this.scenario.run;
  }

  /** The running scenario. */
  get scenario(): OpenScenario {
    if (this.#scenario !== undefined) return this.#scenario;
    throw new Error('No run is open: start the scenarios with "touchstone check".');
  }

  /** Takes the scenario whose steps follow; called once, before the first one. */
  begin(scenario: OpenScenario): void {
    this.#scenario = scenario;
  }

  /** Waits, while other scenarios may run. */
  pause(milliseconds: number): Promise<void> {
    return this.unfinished.during('the pause', () => this.scenario.pause(milliseconds));
  }

  /**
   * Holds the target while `act` runs: no other scenario sends requests. Use it only for judgements
   * that depend on data which others may change, since all others wait.
   *
   * @example
   * const before = await this.alone(() => countNotes(this));
   */
  alone<T>(act: () => Promise<T>): Promise<T> {
    return this.unfinished.during('alone(…)', async () => {
      const release = await this.scenario.hold();
      return await act().finally(release);
    });
  }

  /**
   * Holds the target until the scenario ends or the target is released.
   *
   * @returns releases the target, unless the scenario already held it
   */
  hold(): Promise<() => void> {
    return this.unfinished.during('hold()', () => this.scenario.hold());
  }

  /**
   * Lets other scenarios send again.
   *
   * @throws SuiteMistake when the target is not held
   */
  release(): void {
    if (!this.scenario.release()) throw new SuiteMistake('The target is not held.');
  }

  /**
   * Sends all requests of `act` at the same time, for scenarios about concurrency. Otherwise the
   * run limits the number of concurrent requests.
   *
   * @example
   * await this.atOnce(() => Promise.all([this.send(first), this.send(second)]));
   */
  atOnce<T>(act: () => Promise<T>): Promise<T> {
    return this.unfinished.during('atOnce(…)', () => this.scenario.atOnce(act));
  }
}
