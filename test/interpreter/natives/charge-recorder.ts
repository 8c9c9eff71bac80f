import { type Execution, switchExecution } from '../../../interpreter/runtime/execution.js';

/** An execution without limits that records charges. */
export class ChargeRecorder implements Execution {
  readonly host: unknown;
  /** Charged units of work. */
  worked = 0;
  /** Reserved bytes. */
  reserved = 0;

  constructor(host?: unknown) {
    this.host = host;
  }

  /** Sum of all charges. */
  get charged(): number {
    return this.worked + this.reserved;
  }

  write(): void {}
  report(): void {}
  poll(): void {}
  permit(): void {}

  work(units: number): void {
    this.worked += units;
  }

  reserve(bytes: number): void {
    this.reserved += bytes;
  }
}

/** Runs code with an execution. */
export function runWithExecution<Result>(execution: Execution, act: () => Result): Result {
  const previous = switchExecution(execution);
  try {
    return act();
  } finally {
    switchExecution(previous);
  }
}
