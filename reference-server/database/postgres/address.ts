/**
 * The address of a database of PostgreSQL as its own programs take it: a connection URI
 * (PostgreSQL 18, 32.1.1.2) with the parameters of libpq that mean something here.
 */
import { ProjectError } from '../../project/errors.js';

/** How a connection is protected (PostgreSQL 18, table 32.1). */
export const tlsModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const;
export type TlsMode = (typeof tlsModes)[number];

/** An address in its parts; what is undefined is left to the variables that libpq knows. */
export interface Address {
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly tls: TlsMode;
  /** Files with the certificates of those who may sign the server's, and with one's own. */
  readonly rootCertificate: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Settings of the server, as `-c name=value`. */
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

/** @throws ProjectError in a sentence that holds nothing of the address but names of parameters */
function fail(reason: string): never {
  throw new ProjectError(`The address of the database cannot be used: ${reason}.`);
}

function readParameters(url: URL): ReadonlyMap<Parameter, string> {
  const given = new Map<Parameter, string>();
  for (const [name, value] of url.searchParams) {
    const known = parameters.find((each) => each === name);
    if (known === undefined) {
      // A name may be a part of a password with a question mark that is not written as %3F.
      fail(`it has a parameter other than ${parameters.join(', ')}`);
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
    : fail('its port is no number from 1 to 65535');
}

function parseTls(mode: string): TlsMode {
  return (
    tlsModes.find((each) => each === mode) ?? fail(`its sslmode is none of ${tlsModes.join(', ')}`)
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

/** A URL of another scheme, whose parts the standard parser tells apart. */
function toUrl(address: string): URL {
  try {
    return new URL(address.replace(/^postgres(?:ql)?:/i, 'postgres:'));
  } catch {
    // Addresses without a host, as of a socket in the usual place.
    try {
      return new URL(address.replace(/^(postgres)(?:ql)?:\/\/([^/?#]*@)?(?=[/?#]|$)/i, '$1://$2-'));
    } catch {
      return fail('it has to be postgres://user@host:port/name');
    }
  }
}

/**
 * Reads an address.
 *
 * @param env variables such as `PGSSLMODE`, which count where the address says nothing
 * @throws ProjectError
 */
export function parseAddress(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Address {
  const url = toUrl(address);
  const given = readParameters(url);
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

/** An address as it may be shown: without the password, the parameters and certificates. */
export function showAddress({ user, host, port, database }: Address): string {
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
