import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log/log.js';
import { pathOf } from './target.js';

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
