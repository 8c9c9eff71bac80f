/** Turns the fault that ended the scripts of a request into an answer and a log entry. */

import { fromBytes, toBytes, WrenRuntimeError } from '../../interpreter/index.js';
import { cut } from '../../kit/words.js';
import { type Database, DatabaseFault, type FaultKind } from '../database/database.js';
import { pathOfTarget } from '../formats/request-fields.js';
import { BrokenScriptError, excerptOf, type Sources } from '../project/errors.js';
import { errorAnswer, type HttpError, httpErrors } from './errors.js';
import type { Log } from './log.js';
import { ClientFault, type RequestContext } from './request-context.js';
import type { ScriptService } from './script-host.js';
import type { Answer } from './send.js';

/** Lines of a logged trace; infinite recursion fills the stack. */
const longestTrace = 40;

/** Length of a logged message, in bytes: a script may make one of a hundred megabytes. */
const longestMessage = 10_000;

/** Answers to faults of the database. */
const databaseErrors: Readonly<Record<FaultKind, HttpError>> = {
  statement: httpErrors.fault,
  reference: httpErrors.fault,
  text: httpErrors.fault,
  busy: httpErrors.databaseBusy,
  conflict: httpErrors.databaseBusy,
  unreachable: httpErrors.databaseUnreachable,
  unavailable: httpErrors.databaseUnavailable,
  damaged: httpErrors.databaseUnavailable,
  overdue: httpErrors.overBudget,
};

/** Databases whose damage has been logged. */
const damaged = new WeakSet<Database>();

/** The database fault that ended a script; undefined for any other fault. */
export function databaseFaultOf(fault: unknown): DatabaseFault | undefined {
  const cause = fault instanceof WrenRuntimeError ? fault.cause : undefined;
  return cause instanceof DatabaseFault ? cause : undefined;
}

function errorOf(fault: unknown, context: RequestContext): HttpError {
  if (!(fault instanceof WrenRuntimeError)) return httpErrors.fault;
  if (fault.kind === 'budget') return httpErrors.overBudget;
  const { cause } = fault;
  if (cause instanceof DatabaseFault) {
    const isOfClient = cause.kind === 'text' && context.hasZeroBytes;
    return isOfClient ? httpErrors.zeroByte : databaseErrors[cause.kind];
  }
  const isClientFault = cause instanceof ClientFault;
  return isClientFault ? { status: 400, message: fromBytes(fault.message) } : httpErrors.fault;
}

function shortenTrace(trace: string): string {
  const lines = trace.trimEnd().split('\n');
  if (lines.length <= longestTrace) return lines.join('\n');
  const rest = lines.length - longestTrace;
  return [...lines.slice(0, longestTrace), `(and ${rest} more lines)`].join('\n');
}

/** The message of a script's fault, a byte string: cut first, because each later step copies it. */
function messageOfFault({ message }: WrenRuntimeError): string {
  const more = message.length - longestMessage;
  if (more <= 0) return message;
  return message.slice(0, longestMessage) + toBytes(`… (and ${more} more bytes)`);
}

/** The scripts of a request ended with an open transaction; the fault has no line. */
export class UnfinishedTransaction extends Error {
  constructor() {
    super('The script ended with an open transaction, which was rolled back.');
  }
}

/** Node rejected an answer, although its headers have been checked; the fault has no line. */
export class UnsendableAnswer extends Error {
  constructor(reason: string) {
    super(`The answer of the script cannot be sent: ${reason}.`);
  }
}

/** Faults that have a message for the script's author, and no stack of a script. */
const explained = [UnfinishedTransaction, UnsendableAnswer, BrokenScriptError];

function describeFault(fault: unknown): string {
  if (fault instanceof Error && explained.some((each) => fault instanceof each)) {
    return fault.message;
  }
  if (fault instanceof WrenRuntimeError)
    return shortenTrace(fromBytes(fault.trace(messageOfFault(fault))));
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

/**
 * Logs damage to the database once per database.
 *
 * @returns whether the fault is such damage
 */
function noteDamage(fault: unknown, { database }: RequestContext, log: Log): boolean {
  const found = databaseFaultOf(fault);
  if (found?.kind !== 'damaged') return false;
  if (damaged.has(database)) return true;
  damaged.add(database);
  log.noted(
    `The database "${database.name}" is damaged (${found.code}); requests that need it are ` +
      'answered with 503 until the server is restarted with an undamaged copy.',
  );
  return true;
}

/** Source lines around a fault. */
function excerptOfFault(fault: unknown, sources: Sources): string | undefined {
  return fault instanceof BrokenScriptError ? fault.excerpt : excerptOf(fault, sources);
}

/** A fault as its page in development shows it; ordinary text. */
interface ShownFault {
  readonly status: number;
  /** Message, then the stack with files and lines. */
  readonly trace: string;
  /** Lines of the script around the fault. */
  readonly excerpt?: string | undefined;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  h1 { font-size: 1.2rem; overflow-wrap: anywhere }
  pre { background: #f4f4f4; color: #222; padding: 1rem; overflow-x: auto }`;

/** The page quotes scripts and input of clients: it must not run any script. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

function block(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<pre>${escapeText(text)}</pre>\n`;
}

/** A fault as a page, for a script's author with a browser. */
function faultPage({ status, trace, excerpt, headers }: ShownFault): Answer {
  const [message, stack] = cut(trace, '\n');
  const title = escapeText(message);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${status}: ${title}</title>
<style>${style}
</style>
</head>
<body>
<h1>${title}</h1>
${block(excerpt)}${block(stack)}</body>
</html>
`;
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    headers: ['Content-Security-Policy', policy, ...headers],
    body: toBytes(page),
  };
}

/** Whether the client is a browser that expects a page. */
function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

/**
 * The answer after a fault: it drops the answer that the scripts prepared, except for its CORS
 * headers. The fault is logged unless it is the client's.
 */
export function faultAnswer(
  fault: unknown,
  context: RequestContext,
  service: ScriptService,
): Answer {
  const error = errorOf(fault, context);
  const headers = context.draft.corsHeaders;
  const isNoted = error.status < 500 || noteDamage(fault, context, service.log);
  if (isNoted) return errorAnswer(error, { headers });
  const trace = [describeFault(fault), service.adviseOn(fault, context)]
    .filter((part) => part !== undefined)
    .join('\n');
  const excerpt = service.dev ? excerptOfFault(fault, service.project.sources) : undefined;
  const { method, target } = context;
  const { status } = error;
  service.log.failed({ method, path: pathOfTarget(target), status, trace, excerpt });
  if (!service.dev) return errorAnswer(error, { headers });
  return wantsPage(context.header('accept'))
    ? faultPage({ status, trace, excerpt, headers: [...(error.headers ?? []), ...headers] })
    : errorAnswer(error, { headers, trace, excerpt });
}
