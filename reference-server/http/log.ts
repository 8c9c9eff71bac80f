import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { pathOf } from '../formats/fields.js';

/** A script that failed while it answered a request. */
export interface Fault {
  readonly method: string;
  /** Without the query string, which may hold secrets. */
  readonly path: string;
  readonly status: number;
  /** The message, then the stack, a line for each function. */
  readonly trace: string;
  /** The script's lines around the place of the fault; undefined when they are not to be shown. */
  readonly excerpt?: string | undefined;
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query string, which may hold secrets. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Takes what happens while a server runs. All texts are ordinary text. */
export interface Log {
  /** What a script printed: a part of a line, one or several. */
  printed(text: string): void;
  failed(fault: Fault): void;
  answered(request: AnsweredRequest): void;
  /** What the server itself has to say, in full sentences. */
  noted(message: string): void;
}

/** How a log is written: for people, or a JSON object in each line. */
export type LogFormat = 'text' | 'json';

/** Writes a log; each text that is handed over brings its line end. */
export function createLog(format: LogFormat, write: (text: string) => void): Log {
  return format === 'json' ? createJsonLog(write) : createTextLog(write);
}

function formatFault({ method, path, status, trace, excerpt }: Fault): string {
  const source = excerpt === undefined ? '' : `\n${excerpt}\n`;
  return `${method} ${path}: ${status}\n${trace}\n${source}`;
}

function formatAnswer({ method, path, status, milliseconds }: AnsweredRequest): string {
  return `${status} ${method} ${path} ${milliseconds.toFixed(1)} ms\n`;
}

/** A log for people; what scripts print comes as it is. */
export function createTextLog(write: (text: string) => void): Log {
  return {
    printed: write,
    failed: (fault) => write(formatFault(fault)),
    answered: (request) => write(formatAnswer(request)),
    noted: (message) => write(`${message}\n`),
  };
}

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

/** Logs a request as soon as its answer has been sent, or its client has gone away. */
export function logWhenAnswered(
  { method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  log: Log,
): void {
  const start = performance.now();
  response.once('close', () => {
    const milliseconds = performance.now() - start;
    log.answered({ method, path: pathOf(url), status: response.statusCode, milliseconds });
  });
}
