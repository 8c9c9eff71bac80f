/** Errors that a person can act on, and the words for errors of others. */
import { fileURLToPath } from 'node:url';
import { mustExist } from './invariant.js';

/** A mistake of the operator: a command prints its message without a stack trace. */
export class UsageError extends Error {
  /** Exit code of the command. */
  readonly exitCode = 2;
}

/**
 * Exit code that an error carries, for errors whose message tells a person what to do; undefined for
 * defects of Touchstone. The error carries the code itself, so that throwing one loads no command.
 */
export function exitCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('exitCode' in error)) return undefined;
  return typeof error.exitCode === 'number' ? error.exitCode : undefined;
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The system's reason for a failed file operation, in words: `no such file or directory`.
 *
 * @throws the error itself when it is a defect of Touchstone and no reason for a person
 */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isDefect(error) && code === undefined) throw error;
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EEXIST') return 'it is a file';
  const [, reason] = /^E[A-Z]+: ([^,]+), /.exec(message) ?? [];
  return reason ?? message;
}

/** Whether JavaScript itself threw an error, such as for a property of undefined. */
export function isDefect(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError].some((one) => error instanceof one);
}

/** A place in a source file. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/** The place that threw an error, without Node's own modules. */
export function placeOfError(error: Error): CodePlace | undefined {
  return placesOfError(error)[0];
}

/** The places in the stack of an error, innermost first, without Node's own modules. */
export function placesOfError({ stack = '' }: Error): CodePlace[] {
  const places = stack.matchAll(
    /^ +at (?:async |.* \()?((?:file:\/\/)?(?:\/|[A-Z]:).*):(\d+):\d+\)?$/gm,
  );
  return [...places].map(([, place, line]) => {
    const file = mustExist(place, 'file in a stack frame');
    return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line: Number(line) };
  });
}
