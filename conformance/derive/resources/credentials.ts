/** Makes the credentials of a suite from the security schemes of a description. */

import { asObject } from '../../../kit/collections.js';
import { findMember, withValueAt } from '../../../kit/member-path.js';
import { asQueryHeader } from '../../../kit/query-header.js';
import { UniqueNames } from '../../../kit/unique-names.js';
import type { ApiDescription, ApiOperation, Scheme } from '../description/description.js';
import { operationName } from '../description/paths.js';
import { asNonBlankText, kebab } from '../description/values.js';
import { hasOwnText } from '../examples/own-texts.js';
import type { AccountRequest, Accounts } from './logins.js';

/** A credential in `suite.yaml`. */
export interface CredentialEntry {
  /** Also the name of its option. */
  readonly name: string;
  readonly help: string;
  /** Absent for a value that reports hide. */
  readonly secret?: false;
  /** As in `suite.yaml`; `asQueryHeader` names a parameter of the query. Undefined for a part of a login. */
  readonly header: string | undefined;
  /** The query parameter that carries it; undefined unless there is one. */
  readonly query: string | undefined;
  /** The request of the description that issues it; absent when the operator gives it. */
  readonly login?: {
    readonly request: string;
    readonly form?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly token: string;
    /** The request that deletes the account which the login creates. */
    readonly cleanup?: string;
  };
}

const valuePlaceholder = '$'.concat('{value}');

/**
 * Credentials by the names of their schemes, without those that no request can carry. Those of a
 * login follow the credential that it issues. When the description shows a registration, the run
 * registers an account of its own.
 *
 * @param takenOptions options of the harness, which no credential may be named after
 */
export function makeCredentials(
  { schemes, operations }: ApiDescription,
  accounts: Accounts,
  takenOptions: readonly string[],
): ReadonlyMap<string, CredentialEntry> {
  const names = new UniqueNames([...takenOptions, 'base-url']);
  const posts = operations.filter(({ method }) => method === 'POST');
  const credentials = new Map<string, CredentialEntry>();
  for (const scheme of schemes) {
    const carried = carry(scheme);
    if (carried === undefined) continue;
    const plain = kebab(scheme.name, 'credential').replace(/^(?=\d)/, 'credential-');
    const name = takenOptions.includes(plain) ? `${plain}-credential` : plain;
    const entry = { name: names.take(name), ...carried };
    const flow = findFlow(scheme, posts);
    const [issued, ...given] =
      flow === undefined
        ? addRegistration(entry, scheme, accounts, names)
        : addLogin(entry, flow, names);
    credentials.set(scheme.name, issued);
    for (const one of given) credentials.set(`${scheme.name} ${one.name}`, one);
  }
  return credentials;
}

/** A credential with the login that issues it: the registration itself, or a request after it. */
function addRegistration(
  entry: CredentialEntry,
  scheme: Scheme,
  { registration, login }: Accounts,
  names: UniqueNames,
): readonly [CredentialEntry, ...CredentialEntry[]] {
  if (registration === undefined || !isTokenScheme(scheme)) return [entry];
  const carried = { ...entry, ...withPrefix(entry, scheme) };
  if (registration.token !== undefined) return [{ ...carried, login: asLogin(registration) }];
  const member = findMember(login?.body, ({ value }) => hasOwnText(value));
  const shown = registration.shown.find(({ name }) => name === member?.at(-1));
  if (login?.token === undefined || member === undefined || shown === undefined) return [entry];
  const account = {
    ...{ name: names.take('account'), help: 'an account of the run', header: undefined },
    ...{ query: undefined, secret: false as const },
    login: { ...asLogin(registration), token: shown.path },
  };
  // The placeholder has the account registered before the login.
  const named = withValueAt(login.body, member, `\${credential:${account.name}}`);
  return [{ ...carried, login: asLogin({ ...login, body: named }) }, account];
}

function asLogin({
  operation,
  body,
  token = '',
}: AccountRequest): NonNullable<CredentialEntry['login']> {
  return { request: operationName(operation), json: body, token };
}

/** Whether a scheme carries a token that a login can issue. */
function isTokenScheme({
  definition: { type, scheme, in: place, name, description },
}: Scheme): boolean {
  if (type === 'http') return /^bearer$/i.test(String(scheme ?? 'bearer'));
  if (type !== 'apiKey') return false;
  const text = `${String(name)} ${String(description ?? '')}`;
  return place === 'header' && /authorization|token|jwt|log-?in|session/i.test(text);
}

/** The word before the token that the description of a scheme shows: `Token xxxxx.yyyyy.zzzzz`. */
function withPrefix({ header }: CredentialEntry, { definition }: Scheme): Partial<CredentialEntry> {
  if (definition.type !== 'apiKey' || header === undefined) return {};
  const [, word] =
    /\b(Bearer|Token|JWT)[: ]\s*(?:[<{[$]|x{3,}|ey[A-Z]|\.\.\.|…|your[ _-])/i.exec(
      String(definition.description ?? ''),
    ) ?? [];
  if (word === undefined) return {};
  return { header: header.replace(valuePlaceholder, () => `${word} ${valuePlaceholder}`) };
}

/** A flow of OAuth 2 by which a client alone obtains a token (RFC 6749 §4.3, §4.4). */
interface Flow {
  readonly operation: ApiOperation;
  readonly grant: string;
  /** The fields for the credentials, each with its option's ending and its help; names are open. */
  readonly fields: readonly (readonly [
    field: string,
    ending: string,
    help: string,
    open?: 'open',
  ])[];
}

/** The first flow of a scheme whose token comes from an operation of the description. */
function findFlow({ definition }: Scheme, posts: readonly ApiOperation[]): Flow | undefined {
  const flows = asObject(definition.flows);
  const operationFor = (flow: unknown) => {
    const url = asNonBlankText(asObject(flow).tokenUrl) ?? '';
    if (!URL.canParse(url, 'http://target/')) return undefined;
    const pathname = new URL(url, 'http://target/').pathname.replace(/\/$/, '');
    return posts.find(({ path }) => pathname.endsWith(path));
  };
  const [byPassword, byClient] = [flows.password, flows.clientCredentials].map(operationFor);
  if (byPassword !== undefined) {
    const user = ['username', 'user', 'the name of a user', 'open'] as const;
    const password = ['password', 'password', 'the password of the user'] as const;
    return { operation: byPassword, grant: 'password', fields: [user, password] };
  }
  if (byClient === undefined) return undefined;
  const id = ['client_id', 'client-id', 'the id of a client', 'open'] as const;
  const secret = ['client_secret', 'client-secret', 'the secret of the client'] as const;
  return { operation: byClient, grant: 'client_credentials', fields: [id, secret] };
}

/** A credential with the login that issues it, and the credentials that the login needs. */
function addLogin(
  issued: CredentialEntry,
  { operation, grant, fields }: Flow,
  names: UniqueNames,
): readonly [CredentialEntry, ...CredentialEntry[]] {
  const given = fields.map(([field, ending, help, open]) => {
    const name = names.take(`${issued.name}-${ending}`);
    const entry = { name, help, header: undefined, query: undefined };
    return { field, entry: open === undefined ? entry : { ...entry, secret: false as const } };
  });
  const values = given.map(({ field, entry }) => [field, `\${credential:${entry.name}}`]);
  const form = { grant_type: grant, ...Object.fromEntries(values) };
  const login = { request: operationName(operation), form, token: '$.access_token' };
  return [{ ...issued, login }, ...given.map(({ entry }) => entry)];
}

/** The credentials that the operator gives. */
export function givenOf(credentials: readonly CredentialEntry[]): readonly CredentialEntry[] {
  return credentials.filter(({ login }) => login === undefined);
}

/**
 * The header or query parameter that carries the credential of a scheme; undefined when none can.
 */
function carry({ definition }: Scheme): Omit<CredentialEntry, 'name'> | undefined {
  const inHeader = (header: string, help: string) => ({ header, help, query: undefined });
  const key = asNonBlankText(definition.name);
  switch (definition.type) {
    case 'http': {
      const scheme = asNonBlankText(definition.scheme) ?? 'bearer';
      if (/^basic$/i.test(scheme)) {
        return inHeader(`Authorization: Basic ${valuePlaceholder}`, 'user:password in Base64');
      }
      const word = /^bearer$/i.test(scheme) ? 'Bearer' : scheme.replace(/[^\w-]/g, '');
      return inHeader(`Authorization: ${word} ${valuePlaceholder}`, 'a valid token');
    }
    case 'oauth2':
    case 'openIdConnect':
      return inHeader(`Authorization: Bearer ${valuePlaceholder}`, 'a valid access token');
    case 'apiKey':
      if (key === undefined) return undefined;
      if (definition.in === 'query')
        return {
          ...inHeader(`${asQueryHeader(key)}: ${valuePlaceholder}`, `a valid ${key}`),
          query: key,
        };
      if (definition.in === 'cookie')
        return inHeader(`Cookie: ${key}=${valuePlaceholder}`, 'a valid cookie');
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key)) return undefined;
      return inHeader(`${key}: ${valuePlaceholder}`, `the whole value of the header ${key}`);
    default:
      return undefined;
  }
}
