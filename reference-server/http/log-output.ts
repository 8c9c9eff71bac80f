import type { Writable } from 'node:stream';
import { createLog, type LogFormat } from './log.js';

/** Greatest size of the log that waits for a slow reader, in bytes. */
const mostWaiting = 16_777_216;

/**
 * Writes a log to a stream whose reader may be slower than the scripts that print. Beyond a limit,
 * texts are dropped, and the next one that is written follows a note of their size: otherwise the
 * process would run out of memory.
 *
 * @returns a function that takes texts of any length, whose lines stay whole unless they are dropped
 */
export function createLogOutput(stream: Writable, format: LogFormat): (text: string) => void {
  const log = createLog(format, (line) => stream.write(line));
  let dropped = 0;
  /** Whether the last text that was written, or dropped, ended with a whole line. */
  let isWrittenWhole = true;
  let isDroppedWhole = true;

  const resume = (): void => {
    if (!isWrittenWhole) stream.write('\n');
    log.noted(`The reader of the log is too slow: ${dropped} bytes were dropped.`);
    dropped = 0;
  };
  return (text) => {
    const isWhole = text.endsWith('\n');
    if (stream.writableLength > mostWaiting) {
      dropped += text.length;
      isDroppedWhole = isWhole;
      return;
    }
    const isRest = dropped > 0 && !isDroppedWhole;
    if (dropped > 0) resume();
    stream.write(isRest ? text.slice(text.indexOf('\n') + 1) : text);
    isWrittenWhole = isWhole;
  };
}
