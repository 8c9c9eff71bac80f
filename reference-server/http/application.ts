import express, { type ErrorRequestHandler, type Express } from 'express';
import { httpErrors, sendError } from './errors.js';

/** Tells whoever keeps the server running that it does; scripts answer only below `/api`. */
const healthPath = '/__health';

/** The Express application: it answers whatever is not a script's. */
export function createApplication(log: (text: string) => void): Express {
  const application = express();
  application.disable('x-powered-by');
  application.get(healthPath, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  application.use((_request, response) => sendError(response, httpErrors.notFound));
  // Express tells an error handler by its four parameters.
  const answerFault: ErrorRequestHandler = (error, request, response, next) => {
    log(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`);
    if (response.headersSent) next(error);
    else sendError(response, httpErrors.fault);
  };
  application.use(answerFault);
  return application;
}
