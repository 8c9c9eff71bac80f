import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Log } from '../log/log.js';
import { httpErrors, sendError } from './errors.js';

/** Tells whoever keeps the server running that it does; scripts answer only below `/api`. */
const healthPath = '/__health';

/** The Express application: it answers whatever is not a script's. */
export function createApplication(log: Log): Express {
  const application = express();
  application.disable('x-powered-by');
  application.get(healthPath, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
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
