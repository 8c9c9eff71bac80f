import { pino } from 'pino';
import type { Log } from './log.js';

/** The message, which may have several lines as its SQL has, and the lines of the stack. */
function splitTrace(trace: string): [message: string, stack: string[]] {
  const [message = '', ...stack] = trace.split(/\n(?=\[.+ line \d+\] in | {4}at |\(and \d+ more)/);
  return [message, stack];
}

/**
 * A log for programs: an object in each line, with `level`, `time` (ISO 8601), `pid`, `event`
 * (`print`, `fault`, `request`, `server`) and `msg`.
 */
export function createJsonLog(write: (text: string) => void): Log {
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return {
    printed: (text) => logger.info({ event: 'print' }, text.replace(/\n$/, '')),
    failed: ({ method, path, status, trace }) => {
      const [message, stack] = splitTrace(trace);
      logger.error({ event: 'fault', method, path, status, stack }, message);
    },
    answered: ({ milliseconds, ...request }) => {
      const ms = Number(milliseconds.toFixed(3));
      logger.info({ event: 'request', ...request, ms }, `${request.method} ${request.path}`);
    },
    noted: (message) => logger.warn({ event: 'server' }, message),
  };
}
