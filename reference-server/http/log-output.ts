import type { Writable } from 'node:stream';
import { messageOf } from '../../kit/errors.js';
import { createLog, type LogFormat } from './log.js';

/** Greatest size of the log that waits for a slow reader, in bytes. */
const mostWaiting = 16_777_216;

/**
 * Writes a log to a stream whose reader may be slower than the scripts that print, or whose disk
 * may be full. Texts that cannot be written, and texts beyond a limit, are dropped, because the
 * process would run out of memory. A note of their size precedes the next text.
 *
 * @returns a function that takes texts of any length, whose lines stay whole unless they are dropped
 */
export function createLogOutput(stream: Writable, format: LogFormat): (text: string) => void {
  let dropped = 0;
  let reason = '';
  /** Whether the last text that was written, or dropped, ended with a whole line. */
  let isWrittenWhole = true;
  let isDroppedWhole = true;

  /** @param size bytes of the log that are dropped if the text cannot be written */
  const write = (text: string, size: number): void => {
    stream.write(text, (error) => {
      if (!error) return;
      dropped += size;
      reason = `The log could not be written (${messageOf(error)})`;
      isDroppedWhole = text.endsWith('\n');
      // A part of the text may have been written.
      isWrittenWhole = false;
    });
  };
  const log = createLog(format, (line) => write(line, dropped));
  const resume = (): void => {
    if (!isWrittenWhole) write('\n', 0);
    log.noted(`${reason}: ${dropped} bytes were dropped.`);
    dropped = 0;
  };
  // The callback of each write receives its error.
  stream.on('error', () => undefined);
  return (text) => {
    const isWhole = text.endsWith('\n');
    if (stream.writableLength > mostWaiting) {
      dropped += text.length;
      reason = 'The reader of the log is too slow';
      isDroppedWhole = isWhole;
      return;
    }
    const isRest = dropped > 0 && !isDroppedWhole;
    if (dropped > 0) resume();
    const rest = isRest ? text.slice(text.indexOf('\n') + 1) : text;
    write(rest, rest.length);
    isWrittenWhole = isWhole;
  };
}
