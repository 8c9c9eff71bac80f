import express, { type ErrorRequestHandler, type Express } from 'express';
import { httpErrors, sendError } from './errors.js';

/** The Express application: it answers whatever is not a script's. */
export function createApplication(log: (text: string) => void): Express {
  const application = express();
  application.disable('x-powered-by');
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
