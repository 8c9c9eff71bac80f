import { DatabaseFault } from '../database.js';

/** A command, and what the database may store of it. */
export interface SentCommand {
  /** Whether the database may have stored something when it has answered. */
  readonly mayStore: boolean;
  /** Whether nothing of it is stored when the server answers with an error. */
  readonly isAtomic: boolean;
}

/** Whether the server has said that a command failed; otherwise, its result is unknown. */
function isRefused(error: unknown): boolean {
  return error instanceof DatabaseFault && error.kind !== 'unreachable';
}

/**
 * The record of what a run has sent. A command that may store something counts from the moment
 * before it is sent, until the server says that it stored nothing: a connection can be lost, and a
 * run ended, at any time in between.
 */
export class SentWork {
  #stored = 0;

  /** Whether something that was sent may be stored. */
  get mayBeStored(): boolean {
    return this.#stored > 0;
  }

  /** Sends a command, and records it. Rejects with what `send` rejects with. */
  async record<Result>(
    { mayStore, isAtomic }: SentCommand,
    send: () => Promise<Result>,
  ): Promise<Result> {
    if (!mayStore) return send();
    this.#stored++;
    try {
      return await send();
    } catch (error) {
      if (isAtomic && isRefused(error)) this.#stored--;
      throw error;
    }
  }
}
