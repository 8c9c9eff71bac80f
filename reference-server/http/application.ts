import { setTimeout as sleep } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { toBytes } from '../../interpreter/index.js';
import type { Database } from '../database/database.js';
import { httpErrors, sendError } from './errors.js';
import type { ScriptService } from './script-host.js';
import { type Answer, sendByNode } from './send.js';

/** Health check; scripts answer below `/api` only. */
const healthPath = '/__health';

/** Time for the database to answer a health check, in milliseconds. */
const healthTimeout = 1_500;

/** @param problem why requests would fail now, without secrets; undefined when they would not */
function healthAnswer(problem: string | undefined, newerMigrations: readonly string[]): Answer {
  const newer = newerMigrations.length === 0 ? {} : { newerMigrations };
  const content =
    problem === undefined ? { status: 'ok', ...newer } : { status: 'unavailable', reason: problem };
  return {
    status: problem === undefined ? 200 : 503,
    contentType: 'application/json',
    headers: ['Cache-Control', 'no-store', ...(problem === undefined ? [] : ['Retry-After', '1'])],
    body: toBytes(JSON.stringify(content)),
  };
}

async function findProblem(database: Database): Promise<string | undefined> {
  const timeout = sleep(healthTimeout, 'the database does not answer in time', { ref: false });
  return await Promise.race([database.findProblem(), timeout]);
}

type Site = ReadonlyMap<string, string>;

/** Documentation of the shipped suite; loaded on first use because most servers never need it. */
async function buildSite(): Promise<Site> {
  const { renderShippedSite } = await import('../../api-docs/site.js');
  return renderShippedSite();
}

/** Serves the API documentation; the first request builds it. */
function createDocsHandler(): RequestHandler {
  let site: Promise<Site> | undefined;
  return async (request, response, next) => {
    // The page refers to its files relative to its folder.
    if (/^[^?]*\/docs(\?|$)/.test(request.originalUrl)) return response.redirect('docs/');
    site ??= buildSite();
    const name = request.path === '/' ? 'index.html' : request.path.slice(1);
    const content = (await site).get(name);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (content === undefined || !isRead) return next();
    response.type(name).send(content);
  };
}

/**
 * The Express application, which answers all requests that no script answers. In development mode,
 * it has the API documentation at `/docs/`.
 */
export function createApplication(
  service: Pick<ScriptService, 'database' | 'newerMigrations' | 'log' | 'dev'>,
): Express {
  const { database, newerMigrations, log, dev } = service;
  const application = express();
  application.disable('x-powered-by');
  application.get(healthPath, async (_request, response) => {
    sendByNode(response, healthAnswer(await findProblem(database), newerMigrations));
  });
  if (dev) application.use('/docs', createDocsHandler());
  application.use((_request, response) => sendError(response, httpErrors.notFound));
  // Express recognizes an error handler by its four parameters.
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
