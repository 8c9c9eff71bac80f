/** Errors of a project and of its scripts, worded for the person who can fix them. */
import { fromBytes, type WrenCompileError, WrenRuntimeError } from '../../interpreter/index.js';

/**
 * A project cannot be created, served or queried. The message is a full sentence for the operator;
 * `exitCode` is the exit code of the command:
 *
 * - 2: something that was asked for does not exist or cannot be used (folder, script, database,
 *   port)
 * - 1: the project itself fails (a migration), or it has no such key, token or user
 */
export class ProjectError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.name = 'ProjectError';
    this.exitCode = exitCode;
  }
}

/** A port that a server must listen on is in use by another program. */
export class PortInUseError extends ProjectError {}

/** A request needs a script that does not compile. The message has one line per error. */
export class BrokenScriptError extends Error {
  /** Source of the script, with a caret at each error. */
  readonly excerpt: string;

  constructor(error: WrenCompileError) {
    super(fromBytes(error.message.trimEnd()));
    this.excerpt = error.showLines().trimEnd();
  }
}

/** Sources of modules by name; names are byte strings. */
export type Sources = ReadonlyMap<string, Uint8Array>;

/** Lines shown above and below the failing line. */
const surroundings = 2;

/** Characters of a line that are shown. */
const longestLine = 200;

/**
 * A numbered line of a script with the lines around it:
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
    return `  ${mark} ${String(number).padStart(width)} | ${content.slice(0, longestLine)}`.trimEnd();
  });
  return [name, ...rows].join('\n');
}

/** Excerpt of the script that failed; undefined when no stack frame is in the given modules. */
export function excerptOf(fault: unknown, sources: Sources): string | undefined {
  if (!(fault instanceof WrenRuntimeError)) return undefined;
  const place = fault.frames.find(({ module }) => sources.has(module));
  const text = place && sources.get(place.module);
  if (place === undefined || text === undefined) return undefined;
  return excerptAt(fromBytes(place.module), Buffer.from(text).toString('utf8'), place.line);
}
