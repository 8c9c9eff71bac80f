/** The meaning of PostgreSQL's errors and of errors of its connections. */
import { DatabaseFault, type FaultKind } from '../database.js';

/**
 * Kinds of faults by SQLSTATE (https://www.postgresql.org/docs/18/errcodes-appendix.html); the
 * first match counts.
 */
const faultKinds: readonly [state: RegExp, kind: FaultKind][] = [
  [/^40(?:001|P01)$/, 'conflict'],
  [/^57014$/, 'overdue'],
  [/^23503$/, 'reference'],
  [/^(?:53300|53400|55P03)$/, 'busy'],
  [/^XX00[12]$/, 'damaged'],
  // 25P03 and 25P04: the server has ended the connection because of a long transaction.
  [/^(?:08|57P|28|3D|25P0[34])/, 'unreachable'],
  // 25006: the server accepts no writes.
  [/^(?:53|58|25006)/, 'unavailable'],
];

/**
 * The SQLSTATE of an error, or the system's code such as `ECONNREFUSED`; empty when it has none.
 */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether PostgreSQL sent the error. */
function isFromServer(error: Error): boolean {
  return 'severity' in error;
}

/** Message of a fault of kind `unreachable`. */
export const unreachable = 'the database cannot be reached';

/** A thrown error as a DatabaseFault; a value that is not an Error is returned unchanged. */
export function toPostgresFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFault) return error;
  const code = codeOf(error);
  if (!isFromServer(error)) {
    return new DatabaseFault('unreachable', unreachable, code || 'ECONNRESET', { cause: error });
  }
  const kind = faultKinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'statement';
  return new DatabaseFault(kind, error.message, code, { cause: error });
}

/** Whether a statement was prepared before its tables were altered: it must be prepared again. */
export function isStalePlan(error: unknown): boolean {
  const cause = error instanceof DatabaseFault ? error.cause : undefined;
  // Messages are in the server's language.
  const isOfPlan = Reflect.get(Object(cause), 'routine') === 'RevalidateCachedQuery';
  return isOfPlan && codeOf(error) === '0A000';
}

/** Whether other users hold a lock or all connections. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseFault && error.kind === 'busy';
}

/** Whether the server accepts no writes: it is a replica, or a setting forbids them. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** The fault of a transaction that cannot begin: a replica has no serializable transactions. */
export function toBeginFault(error: unknown): unknown {
  if (!(error instanceof DatabaseFault) || error.code !== '0A000') return error;
  return new DatabaseFault('unavailable', error.message, error.code, { cause: error });
}

/** Whether the user lacks a right, or the server accepts no writes. */
export function isForbidden(error: unknown): error is DatabaseFault {
  return error instanceof DatabaseFault && (error.code === '42501' || isReadOnly(error));
}

const reasons: readonly [code: RegExp, reason: string][] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the host is unknown'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'the host does not answer'],
  [/^ENOENT$/, 'there is no such socket'],
  [/^28/, 'the server does not accept the user or the password'],
  [/^3D000$/, 'the server has no database of that name'],
  [/^57P03$/, 'the server is starting or stopping'],
  [/^53300$/, 'the server has too many connections'],
  [
    /^(?:CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/,
    'its TLS certificate is not accepted',
  ],
];

/** Why a connection failed, in words without secrets. */
export function reasonOf(error: unknown): string {
  const root = error instanceof DatabaseFault && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(root);
  const known = reasons.find(([pattern]) => pattern.test(code))?.[1];
  if (known !== undefined) return known;
  if (!(root instanceof Error)) return unreachable;
  if (isBusy(root)) return root.message;
  if (/SSL|TLS/.test(root.message)) return 'the server does not offer TLS, or requires it';
  if (/timeout expired/.test(root.message)) return 'the host does not answer';
  if (/password/i.test(root.message)) return 'the server requires a password';
  return isFromServer(root) ? root.message : 'the connection was closed';
}
