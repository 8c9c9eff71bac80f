import { type Execution, switchExecution } from '../../../interpreter/runtime/execution.js';

/** Takes down what natives are charged with, and lets them go on whatever it is. */
export class Ledger implements Execution {
  readonly host: unknown;
  worked = 0;
  reserved = 0;

  constructor(host?: unknown) {
    this.host = host;
  }

  /** Bytes and elements altogether. */
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

/** Does something with an execution in charge, which may end it. */
export function runWithExecution<Result>(execution: Execution, act: () => Result): Result {
  const previous = switchExecution(execution);
  try {
    return act();
  } finally {
    switchExecution(previous);
  }
}
