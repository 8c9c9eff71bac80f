/**
 * Ends steps that wait for nothing, such as a promise that never resolves. The watchdog handles
 * steps that compute forever.
 */
import { countOf } from '../../kit/words.js';
import { TargetFailure } from '../http/target-failure.js';
import { ticksUntilStuck } from '../step-files/unresponsive.js';
import { SuiteMistake } from '../verdict/outcomes.js';
import { Heartbeat } from './heartbeat.js';

/** The time without requests and pauses after which a step is stuck, in milliseconds. */
const stuckMs = 60_000;

/** The same time after the run was stopped. */
const stuckAfterStopMs = 3_000;

/** The pulse of this thread; its sessions share it. */
let ownHeartbeat: Heartbeat | undefined;

/** Ends a step that has not ended by itself. */
type EndStep = (error: Error) => void;

/**
 * Watches the steps of a session. A step waits for answers, for pauses, or for other scenarios,
 * which wait for answers or pauses themselves. If the session has neither answers nor pauses to
 * wait for, nothing will end the step.
 */
export class StuckSteps {
  readonly #limitMs: number;
  readonly #heartbeat: Heartbeat | undefined;
  readonly #waiting = new Set<EndStep>();
  #timer: NodeJS.Timeout | undefined;
  #underWay = 0;
  #idleSince = performance.now();
  #isStopped = false;

  /**
   * @param limitMs the time after which a step is stuck, in milliseconds
   * @param heartbeat tells the watchdog that this thread reacts; default: there is no watchdog
   */
  constructor(limitMs = stuckMs, heartbeat?: Heartbeat) {
    this.#limitMs = limitMs;
    this.#heartbeat = heartbeat;
  }

  /** Watches steps that a user wrote, by a watchdog as well, where one is useful. */
  static withWatchdog(): StuckSteps {
    if (!Heartbeat.isUseful) return new StuckSteps();
    ownHeartbeat ??= new Heartbeat(stuckMs);
    return new StuckSteps(stuckMs, ownHeartbeat);
  }

  /** Performs a request or a pause. */
  async during<T>(act: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await act();
    } finally {
      this.#underWay--;
      this.#idleSince = performance.now();
    }
  }

  /**
   * Performs a step.
   *
   * @param place the step in messages: `features/notes.feature:7: "I send GET /notes"`
   * @throws SuiteMistake when the step is stuck, TargetFailure when the run was stopped
   */
  async watch(step: () => Promise<void>, place: string): Promise<void> {
    let end: EndStep = () => {};
    const stuck = new Promise<never>((_resolve, reject) => {
      end = reject;
    });
    this.#waiting.add(end);
    // A stuck step may be all that keeps the process alive, so this timer does, too.
    this.#timer ??= setInterval(() => this.#check(), this.#limitMs / ticksUntilStuck);
    this.#heartbeat?.begin(place);
    try {
      await Promise.race([step(), stuck]);
    } finally {
      this.#waiting.delete(end);
      if (this.#waiting.size === 0) this.#sleep();
    }
  }

  /** Called when the run is stopped. */
  stop(): void {
    this.#isStopped = true;
  }

  #sleep(): void {
    this.#heartbeat?.sleep();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    this.#heartbeat?.beat();
    const limitMs = this.#isStopped ? Math.min(stuckAfterStopMs, this.#limitMs) : this.#limitMs;
    if (this.#underWay > 0 || performance.now() - this.#idleSince < limitMs) return;
    for (const end of this.#waiting) end(this.#reason());
  }

  #reason(): Error {
    if (this.#isStopped) return new TargetFailure('the run was stopped', { isSent: true });
    const time = countOf(Math.round(this.#limitMs / 1000), 'second');
    return new SuiteMistake(
      `The step does not end: for ${time} it has waited for no answer and no pause. Does it await a promise that never resolves?`,
    );
  }
}
