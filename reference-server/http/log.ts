/** The server's log: as text for people, as JSON lines for programs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { pathOfTarget } from '../formats/request-fields.js';

/** A fault in the script of a request. */
export interface LoggedFault {
  readonly method: string;
  /** Without the query string, which may contain secrets. */
  readonly path: string;
  readonly status: number;
  /** Message, then the stack with one line per function. */
  readonly trace: string;
  /** Lines of the script around the fault; undefined when they are not shown. */
  readonly excerpt?: string | undefined;
}

/** An answered request. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query string, which may contain secrets. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Receives the events of a server. All texts are ordinary text. */
export interface Log {
  /** Output of a script: part of a line, one line or several. */
  printed(text: string): void;
  failed(fault: LoggedFault): void;
  answered(request: AnsweredRequest): void;
  /** A message of the server itself, in full sentences. */
  noted(message: string): void;
}

export type LogFormat = 'text' | 'json';

/** @param write receives texts that end with a line feed */
export function createLog(format: LogFormat, write: (text: string) => void): Log {
  return format === 'json' ? createJsonLog(write) : createTextLog(write);
}

function formatFault({ method, path, status, trace, excerpt }: LoggedFault): string {
  const source = excerpt === undefined ? '' : `\n${excerpt}\n`;
  return `${method} ${path}: ${status}\n${trace}\n${source}`;
}

function formatAnswered({ method, path, status, milliseconds }: AnsweredRequest): string {
  return `${status} ${method} ${path} ${milliseconds.toFixed(1)} ms\n`;
}

/** A log for people; the output of scripts is written unchanged. */
function createTextLog(write: (text: string) => void): Log {
  return {
    printed: write,
    failed: (fault) => write(formatFault(fault)),
    answered: (request) => write(formatAnswered(request)),
    noted: (message) => write(`${message}\n`),
  };
}

/** Splits a trace into its message, which may have several lines as SQL has, and the stack. */
function splitTrace(trace: string): [message: string, stack: string[]] {
  const parts = trace.split(/\n(?=\[.+ line \d+\] in | {4}at |\(and \d+ more)/);
  const [message, ...stack] = parts as [string, ...string[]];
  return [message, stack];
}

/**
 * A log for programs: one JSON object per line, with `level`, `time` (ISO 8601), `pid`, `event`
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

/** Logs a request when its answer has been sent or its client has disconnected. */
export function logWhenAnswered(
  { method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  log: Log,
): void {
  const start = performance.now();
  response.once('close', () => {
    const milliseconds = performance.now() - start;
    log.answered({ method, path: pathOfTarget(url), status: response.statusCode, milliseconds });
  });
}
