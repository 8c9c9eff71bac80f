/**
 * Addresses of PostgreSQL databases: connection URIs with some of libpq's parameters
 * (https://www.postgresql.org/docs/18/libpq-connect.html).
 */
import { ProjectError } from '../../project/errors.js';

/** Values of `sslmode` (https://www.postgresql.org/docs/18/libpq-ssl.html, table 32.1). */
const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** A value of `sslmode`. */
export type TlsMode = (typeof tlsModes)[number];

/** A parsed address; the driver takes an undefined part from libpq's environment variables. */
export interface PostgresAddress {
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly tls: TlsMode;
  /** Files: certificates of accepted authorities, the client's certificate and its key. */
  readonly rootCertificate: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Settings of the connection, as `-c name=value`. */
  readonly options: string | undefined;
  readonly applicationName: string;
}

const parameters = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'options',
  'application_name',
] as const;
type Parameter = (typeof parameters)[number];

/** The message contains nothing of the address: it may contain a password. */
function fail(reason: string): never {
  throw new ProjectError(`The address of the database cannot be used: ${reason}.`);
}

function readParameters(url: URL): ReadonlyMap<Parameter, string> {
  const given = new Map<Parameter, string>();
  for (const [name, value] of url.searchParams) {
    const known = parameters.find((each) => each === name);
    if (known === undefined) {
      // Not named: it may be the rest of a password whose question mark is not written as %3F.
      fail(`its parameters can only be ${parameters.join(', ')}`);
    }
    given.set(known, value);
  }
  return given;
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535
    ? port
    : fail('its port must be a number from 1 to 65535');
}

function parseTls(mode: string): TlsMode {
  return (
    tlsModes.find((each) => each === mode) ??
    fail(`its sslmode must be one of ${tlsModes.join(', ')}`)
  );
}

function decode(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return fail('a percent sign in it is not followed by two hexadecimal digits');
  }
}

/** Rejects several hosts or ports, which libpq tries in turn (its documentation, 32.1.1.3). */
function checkSingle(...parts: readonly (string | undefined)[]): void {
  if (!parts.some((part) => part?.includes(','))) return;
  fail('it names several hosts, but must name one, such as a proxy that finds the primary server');
}

/** The address as a URL, which the standard parser splits into its parts. */
function toUrl(address: string): URL {
  try {
    return new URL(address.replace(/^postgres(?:ql)?:/i, 'postgres:'));
  } catch {
    // An address without a host, for the default socket: a placeholder takes its place.
    try {
      return new URL(address.replace(/^(postgres)(?:ql)?:\/\/([^/?#]*@)?(?=[/?#]|$)/i, '$1://$2-'));
    } catch {
      return fail('it must have the form postgres://user@host:port/name');
    }
  }
}

/**
 * Parses an address.
 *
 * @param env variables such as `PGSSLMODE`, used for parts that the address lacks
 * @throws ProjectError that contains nothing of the address
 */
export function parseAddress(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): PostgresAddress {
  // A password may contain commas.
  checkSingle(/^[^/]*\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(address)?.[1]);
  const url = toUrl(address);
  const given = readParameters(url);
  checkSingle(given.get('host') ?? env.PGHOST, given.get('port') ?? env.PGPORT);
  const host = url.hostname === '-' ? undefined : decode(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  return {
    host: given.get('host') ?? host,
    port: parsePort(given.get('port') ?? url.port),
    user: given.get('user') ?? decode(url.username),
    password: given.get('password') ?? decode(url.password),
    database: given.get('dbname') ?? decode(url.pathname.slice(1)),
    tls: parseTls(given.get('sslmode') ?? env.PGSSLMODE ?? 'prefer'),
    rootCertificate: given.get('sslrootcert') ?? env.PGSSLROOTCERT,
    certificate: given.get('sslcert') ?? env.PGSSLCERT,
    key: given.get('sslkey') ?? env.PGSSLKEY,
    options: given.get('options') ?? env.PGOPTIONS,
    applicationName: given.get('application_name') ?? env.PGAPPNAME ?? 'touchstone',
  };
}

/** An address for messages: without password, parameters and certificates. */
export function showAddress({ user, host, port, database }: PostgresAddress): string {
  const [userPart, portPart] = [
    user === undefined ? '' : `${encodeURIComponent(user)}@`,
    port === undefined ? '' : `:${port}`,
  ];
  const hostPart = host?.includes(':')
    ? `[${host}]`
    : host?.startsWith('/')
      ? encodeURIComponent(host)
      : (host ?? '');
  return `postgres://${userPart}${hostPart}${portPart}/${database === undefined ? '' : encodeURIComponent(database)}`;
}
