import { createJsonLog } from './json-log.js';
import type { Log } from './log.js';
import { createTextLog } from './text-log.js';

/** How a log is written: for people, or a JSON object in each line. */
export type LogFormat = 'text' | 'json';

/** Writes a log; each text that is handed over brings its line end. */
export function createLog(format: LogFormat, write: (text: string) => void): Log {
  return format === 'json' ? createJsonLog(write) : createTextLog(write);
}
