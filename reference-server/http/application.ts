import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { toBytes } from '../../interpreter/index.js';
import type { Database } from '../database/database.js';
import { httpErrors, sendError } from './errors.js';
import type { Log } from './log.js';
import { type Answer, send } from './send.js';

/** Tells whoever keeps the server running that it does; scripts answer only below `/api`. */
const healthPath = '/__health';

/** How long the database may take to show that it is there, in milliseconds. */
const longestLook = 1_500;

/** Whether requests can be answered; if not, why: a sentence without secrets. */
function describeHealth(problem: string | undefined): Answer {
  const content =
    problem === undefined ? { status: 'ok' } : { status: 'unavailable', reason: problem };
  return {
    status: problem === undefined ? 200 : 503,
    contentType: 'application/json',
    headers: ['Cache-Control', 'no-store', ...(problem === undefined ? [] : ['Retry-After', '1'])],
    body: toBytes(JSON.stringify(content)),
  };
}

async function findProblem(database: Database): Promise<string | undefined> {
  const tooLong = sleep(longestLook, 'the database does not answer in time', { ref: false });
  return await Promise.race([database.findProblem(), tooLong]);
}

/**
 * The Express application: it answers whatever is not a script's.
 *
 * @param dev whether the API documentation is served at `/docs/`
 */
export function createApplication(database: Database, log: Log, dev = false): Express {
  const application = express();
  application.disable('x-powered-by');
  application.get(healthPath, async (_request, response) => {
    send(response, describeHealth(await findProblem(database)));
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

type Site = ReadonlyMap<string, string>;

/** The description that comes with Touchstone; loaded on use, since hardly any server is asked. */
async function buildSite(): Promise<Site> {
  const { renderShippedSite } = await import('../../api-docs/site.js');
  return renderShippedSite();
}

/** Answers with the files of the API documentation, which the first request has built. */
export function createDocsHandler(): RequestHandler {
  let site: Promise<Site> | undefined;
  return async (request, response, next) => {
    // The page names its files relative to the folder that it is in.
    if (/^[^?]*\/docs(\?|$)/.test(request.originalUrl)) return response.redirect('docs/');
    site ??= buildSite();
    const name = request.path === '/' ? 'index.html' : request.path.slice(1);
    const content = (await site).get(name);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (content === undefined || !isRead) return next();
    response.type(name).send(content);
  };
}
