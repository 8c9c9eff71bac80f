/** What the errors of PostgreSQL and of connections to it mean to those who use it. */
import { DatabaseFault, type FaultKind } from '../database.js';

/** By SQLSTATE (PostgreSQL 18, appendix A); the first that matches counts. */
const kinds: readonly [state: RegExp, kind: FaultKind][] = [
  [/^40(?:001|P01)$/, 'conflict'],
  [/^57014$/, 'overdue'],
  [/^23503$/, 'reference'],
  [/^(?:53300|53400|55P03)$/, 'busy'],
  [/^XX00[12]$/, 'damaged'],
  // 25006: what was the server that writes is now one that only reads.
  [/^(?:08|57P|28|3D|25006|25P03)/, 'away'],
  [/^(?:53|58)/, 'unavailable'],
];

/** The code of an error: PostgreSQL's, or the system's such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether an error comes from PostgreSQL itself. */
function isFromServer(error: Error): boolean {
  return 'severity' in error;
}

const unreachable = 'the database cannot be reached';

/** An error of the driver's as a DatabaseFault; any other error as it is. */
export function toFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFault) return error;
  const code = codeOf(error);
  if (!isFromServer(error)) {
    return new DatabaseFault('away', unreachable, code || 'ECONNRESET', { cause: error });
  }
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'statement';
  return new DatabaseFault(kind, error.message, code, { cause: error });
}

/** A statement that was prepared before its tables were changed: preparing it anew helps. */
export function isStale(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && /cached plan/.test(error.message);
}

const reasons: readonly [code: RegExp, reason: string][] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the host is not known'],
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

/** Why a connection cannot be made, in words that hold nothing secret. */
export function reasonOf(error: unknown): string {
  const root = error instanceof DatabaseFault && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(root);
  const known = reasons.find(([pattern]) => pattern.test(code))?.[1];
  if (known !== undefined) return known;
  if (!(root instanceof Error)) return unreachable;
  if (/SSL|TLS/.test(root.message))
    return 'the server offers no TLS, or refuses connections without it';
  if (/timeout expired/.test(root.message)) return 'the host does not answer';
  if (/password/i.test(root.message)) return 'the server wants a password';
  return isFromServer(root) ? root.message : 'the connection was closed';
}
