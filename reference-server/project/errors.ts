import {
  fromBytes,
  type Program,
  type WrenCompileError,
  WrenRuntimeError,
} from '../../interpreter/index.js';

/**
 * Why a project cannot be made, served or looked into: a sentence for the person who wants to, with
 * the exit code of the command. 2: what was asked for does not exist or cannot be used (folder,
 * script, database, port). 1: it can be, but the project itself fails (a migration), or it has no
 * such key, token or user.
 */
export class ProjectError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.name = 'ProjectError';
    this.exitCode = exitCode;
  }
}

/** The lines of a script around the place of a fault, for the person who writes it. */

/** The texts of modules by name; names are byte strings. */
export type Sources = ReadonlyMap<string, Uint8Array>;

/** How many lines are shown above and below. */
const surroundings = 2;

/**
 * A line of a script among those around it, numbered and marked:
 *
 *     api/notes.wren
 *         3 | var body = Request.json()
 *       > 4 | body.oh
 *
 * @param line counted from 1
 */
function excerptAt(name: string, text: string, line: number): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const first = Math.max(line - surroundings, 1);
  const last = Math.min(line + surroundings, lines.length);
  const width = String(last).length;
  const rows = lines.slice(first - 1, last).map((content, index) => {
    const number = first + index;
    const mark = number === line ? '>' : ' ';
    return `  ${mark} ${String(number).padStart(width)} | ${content}`.trimEnd();
  });
  return [name, ...rows].join('\n');
}

/** Where a script failed; undefined when that was in none of the given modules. */
export function excerptOf(fault: unknown, sources: Sources): string | undefined {
  if (!(fault instanceof WrenRuntimeError)) return undefined;
  const place = fault.frames.find(({ module }) => sources.has(module));
  const text = sources.get(place?.module ?? '');
  if (place === undefined || text === undefined) return undefined;
  return excerptAt(fromBytes(place.module), Buffer.from(text).toString('utf8'), place.line);
}

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
