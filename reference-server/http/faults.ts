import { fromBytes, toBytes, WrenRuntimeError } from '../../interpreter/index.js';
import { type Database, DatabaseFault, type FaultKind } from '../database/database.js';
import { pathOf } from '../formats/fields.js';
import { BrokenScriptError, excerptOf, type Sources } from '../project/errors.js';
import { errorAnswer, type HttpError, httpErrors } from './errors.js';
import type { Log } from './log.js';
import { ClientFault, type Exchange } from './request-context.js';
import type { Answer } from './send.js';
import type { ScriptService } from './service.js';

/** From the fault that ended a request's scripts to the answer and the line in the log. */

/** A recursion without end has as many lines of stack as the stack has room for. */
const longestTrace = 40;

/** What is wrong with the database, where it is not the script that is wrong. */
const databaseErrors: Readonly<Record<FaultKind, HttpError>> = {
  statement: httpErrors.fault,
  reference: httpErrors.fault,
  busy: httpErrors.databaseBusy,
  conflict: httpErrors.databaseBusy,
  away: httpErrors.databaseAway,
  unavailable: httpErrors.databaseUnavailable,
  damaged: httpErrors.databaseUnavailable,
  overdue: httpErrors.overBudget,
};

/** Databases that were found damaged. */
const damaged = new WeakSet<Database>();

/** The error of the database that ended a script; undefined when something else did. */
export function databaseFaultOf(fault: unknown): DatabaseFault | undefined {
  const cause = fault instanceof WrenRuntimeError ? fault.cause : undefined;
  return cause instanceof DatabaseFault ? cause : undefined;
}

function errorOf(fault: unknown): HttpError {
  if (!(fault instanceof WrenRuntimeError)) return httpErrors.fault;
  if (fault.kind === 'budget') return httpErrors.overBudget;
  const { cause } = fault;
  if (cause instanceof DatabaseFault) return databaseErrors[cause.kind];
  const isClientFault = cause instanceof ClientFault;
  return isClientFault ? { status: 400, message: fromBytes(fault.message) } : httpErrors.fault;
}

function shorten(trace: string): string {
  const lines = trace.trimEnd().split('\n');
  if (lines.length <= longestTrace) return lines.join('\n');
  const rest = lines.length - longestTrace;
  return [...lines.slice(0, longestTrace), `(and ${rest} more lines)`].join('\n');
}

/** A script's fault that shows only after its end, so that it has no line. */
export class UnfinishedTransaction extends Error {
  constructor() {
    super('The script ended within a transaction that it had begun: it was rolled back.');
  }
}

function describeFault(fault: unknown): string {
  if (fault instanceof UnfinishedTransaction || fault instanceof BrokenScriptError) {
    return fault.message;
  }
  if (fault instanceof WrenRuntimeError) return shorten(fromBytes(fault.trace()));
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

/** Messages of what Wren does with null where it needs a number. */
const lackOfNumber = /^Null does not implement|must be a (?:whole )?number/;

/** How many bytes of a text a line of the log quotes. */
const longestQuotation = 40;

/** Where the null may have come from that a fault is about; undefined when nothing speaks for it. */
function explainNull(fault: unknown, { unreadNumber }: Exchange): string | undefined {
  if (unreadNumber === undefined || !(fault instanceof WrenRuntimeError)) return undefined;
  if (!lackOfNumber.test(fault.message)) return undefined;
  const text = fromBytes(unreadNumber.slice(0, longestQuotation));
  const quoted = JSON.stringify(unreadNumber.length > longestQuotation ? `${text}…` : text);
  return `Util.toNum gave null for ${quoted}, which is no number: give a default, as in Util.toNum(text) || 0, or look for null.`;
}

/**
 * Logs once that the database is damaged, which is no script's fault, whatever finds it.
 *
 * @returns whether that is what the fault is about
 */
function noteDamage(fault: unknown, { database }: Exchange, log: Log): boolean {
  const found = databaseFaultOf(fault);
  if (found?.kind !== 'damaged') return false;
  if (damaged.has(database)) return true;
  damaged.add(database);
  log.noted(
    `The database "${database.name}" is damaged (${found.code}); what needs it is answered with ` +
      '503 until the server is started with a sound copy of it.',
  );
  return true;
}

/** The lines of the scripts that the fault is about. */
function showPlace(fault: unknown, sources: Sources): string | undefined {
  return fault instanceof BrokenScriptError ? fault.shown : excerptOf(fault, sources);
}

/**
 * The answer when a script failed: what it had prepared is dropped, but for the CORS headers. The
 * fault is logged unless it is the client's.
 */
export function faultAnswer(fault: unknown, exchange: Exchange, service: ScriptService): Answer {
  const error = errorOf(fault);
  const headers = exchange.reply.corsHeaders;
  const isNoted = error.status < 500 || noteDamage(fault, exchange, service.log);
  if (isNoted) return errorAnswer(error, { headers });
  const trace = [describeFault(fault), explainNull(fault, exchange)]
    .filter((part) => part !== undefined)
    .join('\n');
  const excerpt = service.dev ? showPlace(fault, service.project.sources) : undefined;
  const { method, target } = exchange;
  const { status } = error;
  service.log.failed({ method, path: pathOf(target), status, trace, excerpt });
  if (!service.dev) return errorAnswer(error, { headers });
  return wantsPage(exchange.header('accept'))
    ? faultPage({ status, trace, excerpt, headers: [...(error.headers ?? []), ...headers] })
    : errorAnswer(error, { headers, trace, excerpt });
}

/** A script's fault as a page, for the person who writes the script and looks at it in a browser. */

/** What the page shows; ordinary text. */
export interface ShownFault {
  readonly status: number;
  /** The message, then the stack with files and lines. */
  readonly trace: string;
  /** The script's lines around the fault. */
  readonly excerpt?: string | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  h1 { font-size: 1.2rem; overflow-wrap: anywhere }
  pre { background: #f4f4f4; color: #222; padding: 1rem; overflow-x: auto }`;

/** Scripts and what clients sent may be in the text: nothing of it may run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

function block(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<pre>${escapeText(text)}</pre>\n`;
}

/** Whether a request comes from a browser that wants to show a page. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

/** The answer that shows a fault as a page. */
export function faultPage({ status, trace, excerpt, headers }: ShownFault): Answer {
  const [message = '', ...stack] = trace.split('\n');
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
${block(excerpt)}${block(stack.join('\n'))}</body>
</html>
`;
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    headers: ['Content-Security-Policy', policy, ...headers],
    body: toBytes(page),
  };
}
