import express, { type ErrorRequestHandler, type Express } from 'express';
import { createDocsHandler } from '../dev/docs.js';
import type { Log } from '../log/log.js';
import { httpErrors, sendError } from './errors.js';
import { type Answer, send } from './send.js';

/** Tells whoever keeps the server running that it does; scripts answer only below `/api`. */
const healthPath = '/__health';

const healthy: Answer = {
  status: 200,
  contentType: 'application/json',
  headers: ['Cache-Control', 'no-store'],
  body: '{"status":"ok"}',
};

/**
 * The Express application: it answers whatever is not a script's.
 *
 * @param dev whether the API documentation is served at `/docs/`
 */
export function createApplication(log: Log, dev = false): Express {
  const application = express();
  application.disable('x-powered-by');
  application.get(healthPath, (_request, response) => {
    send(response, healthy);
  });
  if (dev) application.use('/docs', createDocsHandler());
  application.use((_request, response) => sendError(response, httpErrors.notFound));
  // Express tells an error handler by its four parameters.
  const answerFault: ErrorRequestHandler = (error, request, response, next) => {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const { method, path } = request;
    log.failed({ method, path, status: httpErrors.fault.status, trace });
    if (response.headersSent) next(error);
    else sendError(response, httpErrors.fault);
  };
  application.use(answerFault);
  return application;
}
