/**
 * The constants that a thread with steps shares with its watchdog. The watchdog loads only this
 * file of the harness, so that it starts in a few milliseconds.
 */

/** The event of a process one of whose threads does not react any more. */
export const unresponsive = 'touchstone:unresponsive';

/** What the watchdog of a thread tells with the event. */
export interface Unresponsive {
  /** Whether the thread does not react for some seconds, or for the time limit of steps. */
  readonly state: 'slow' | 'stuck';
  /** The step that began last in the thread. */
  readonly place: string;
  /** The time without a reaction, in milliseconds. */
  readonly ms: number;
  readonly isOfMainThread: boolean;
}

/** The memory that a thread shares with its watchdog. */
export interface SharedPulse {
  /** Holds the number of beats; 0 while no step runs. */
  readonly beats: Int32Array;
  /** The place of the latest step, in UTF-8; bytes after it are 0. */
  readonly place: Uint8Array;
}

/** The data of the watchdog's thread. */
export interface WatchdogData {
  readonly pulse: SharedPulse;
  /** The time between two looks at the beats, in milliseconds. */
  readonly tickMs: number;
  readonly isOfMainThread: boolean;
}

/** The number of looks without a beat after which Ctrl+C should end the process. */
export const ticksUntilSlow = 5;

/** The number of looks without a beat after which a thread is stuck. */
export const ticksUntilStuck = 60;
