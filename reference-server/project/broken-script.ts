import { fromBytes, type Program, type WrenCompileError } from '../../interpreter/index.js';

/** What answers a request: a compiled script. */
export type Script = Pick<Program, 'maySuspend' | 'start'>;

/** A script that cannot be compiled was to answer; the message has a line for each error in it. */
export class BrokenScriptError extends Error {
  /** Its source, each error marked with a caret. */
  readonly shown: string;

  constructor(error: WrenCompileError) {
    super(fromBytes(error.message.trimEnd()));
    this.shown = error.showLines().trimEnd();
  }
}

/** Stands in the place of a script that cannot be compiled: to run it is a fault that says why. */
export class BrokenScript implements Script {
  readonly maySuspend = false;
  readonly #error: BrokenScriptError;

  constructor(error: WrenCompileError) {
    this.#error = new BrokenScriptError(error);
  }

  start(): never {
    throw this.#error;
  }
}
