/**
 * Accounts that scenarios register for themselves: to change the account of a credential, such as
 * `PUT /user`, and to see what the accounts of others see.
 */
import { valueAt } from '../../../kit/collections.js';
import { findMember, type MemberPath, without } from '../../../kit/member-path.js';
import type { ApiOperation } from '../description/description.js';
import { repeatedIdIn } from '../description/references.js';
import { isReferred } from '../description/referred-ids.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { hasOwnText, renameOwnTexts } from '../examples/own-texts.js';
import type { CredentialEntry } from './credentials.js';
import { type AccountRequest, findAccounts, takeMembers } from './logins.js';
import type { Plan, Use } from './plan.js';
import { objectsIn, shownValues } from './shown-values.js';

/** How a scenario comes to act as an account that it registers. */
export interface AccountAccess {
  readonly registration: AccountRequest;
  /** The requests that create the account and give its token; the last answer has the token. */
  readonly requests: readonly AccountRequest[];
  /** The JSONPath of the token. */
  readonly token: string;
  /** The header that carries it; `${value}` stands for the token. */
  readonly header: { readonly name: string; readonly value: string };
  /** The member that others know the account by, such as `username`. */
  readonly identity: MemberPath | undefined;
}

/** How to act as another account in requests to an operation; undefined when nothing shows it. */
export function accountFor(plan: Plan, operation: ApiOperation): AccountAccess | undefined {
  const { registration, login } = findAccounts(plan.api);
  const [scheme, ...others] = plan.schemesOf(operation);
  const credential = scheme === undefined ? undefined : plan.credentials.get(scheme);
  const header = headerOf(credential);
  if (registration === undefined || header === undefined || others.length > 0) return undefined;
  const isIssued = /^POST /.test(credential?.login?.request ?? '');
  const requests = registration.token === undefined ? [registration, login] : [registration];
  const token = requests.at(-1)?.token;
  if (!isIssued || token === undefined || !hasOwnText(registration.body)) return undefined;
  const identity = findMember(
    registration.body,
    ({ name, value }) =>
      typeof value === 'string' && hasOwnText(value) && !/mail|passw/i.test(name),
  );
  return {
    ...{ registration, token, header, identity },
    requests: requests.filter((one) => one !== undefined),
  };
}

/** The login after a registration with a body; undefined when the registration gives the token. */
export function loginAfter(
  { requests }: AccountAccess,
  registered: unknown,
): Pick<AccountRequest, 'operation' | 'body'> | undefined {
  const [, login] = requests;
  return login && { operation: login.operation, body: takeMembers(login.body, registered) };
}

/** The body of the login after a registration, in which `#sent` stands for what that has sent. */
export function loginWithSent({ registration, requests }: AccountAccess): unknown {
  const [, login] = requests;
  const asSent = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const isSent = findMember(registration.body, (other) => other.name === name) !== undefined;
        return [name, isSent && typeof one === 'string' ? '#sent' : asSent(one)];
      }),
    );
  };
  return asSent(login?.body);
}

/**
 * The access of the account that a request is about, which sends the request itself: others may not
 * see or change it. Undefined for what others do to an account, such as following it.
 */
export function ownAccountOf(plan: Plan, { operation, byQuery }: Use): AccountAccess | undefined {
  const { path, method, answers } = operation;
  const account = accountFor(plan, operation);
  const collection = account?.registration.operation.path;
  if (collection === undefined) return undefined;
  if (!path.startsWith(`${collection}/{`))
    return byQuery !== undefined && path === collection ? account : undefined;
  const isItem = path.endsWith('}');
  const isShown = plan.api.operations.some((one) => one.method === 'GET' && one.path === path);
  const isForbidden = answers.some(({ status }) => status === '403');
  return method === 'GET' || isItem || isShown || isForbidden ? account : undefined;
}

function headerOf(credential: CredentialEntry | undefined): AccountAccess['header'] | undefined {
  const [, name, value] = /^([^:]+): (.*)$/.exec(credential?.header ?? '') ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** The text by which others know the account that was registered with a mark; undefined for none. */
export function identityOf({ registration, identity }: AccountAccess, mark: string): unknown {
  return identity && valueAt(renameOwnTexts(registration.body, '', mark), identity);
}

/** Paths that name the account of the credential. */
const ofAccount = /\/(me|self|whoami|my-?\w*|current-?\w*|user|account|profile)\/?$/i;

/** The use that shows the account of the credential, such as `GET /user`; undefined for none. */
export function accountReader(plan: Plan, { operation, byQuery }: Use): Use | undefined {
  const { path, method } = operation;
  if (byQuery !== undefined || path.includes('{') || !ofAccount.test(path)) return undefined;
  if (!['GET', 'PUT', 'PATCH', 'DELETE'].includes(method)) return undefined;
  const account = accountFor(plan, operation);
  const read = plan.uses.find(
    (one) => one.operation.method === 'GET' && one.operation.path === path && !one.byQuery,
  );
  if (account === undefined || read === undefined) return undefined;
  const sender = plan.uses.find((one) => one.operation === account.registration.operation);
  const shown =
    sender && shownValues(plan, sender, account.registration.body, objectsIn(plan, read));
  return hasOwnText(shown?.pattern) ? read : undefined;
}

/** Whether a use changes or deletes the account of the credential. */
export function isAccountChange(plan: Plan, use: Use): boolean {
  return use.operation.method !== 'GET' && accountReader(plan, use) !== undefined;
}

/** Members by which the accounts of a run are told apart. */
const identifying = /^((user|account)_?)?(id|uuid|name)$|^e?mail$/i;

/**
 * The path that deletes the account of a token, such as `/me#${$.user.id}`: its fragment, which is not
 * sent, tells apart the accounts of a run. Undefined when the description has no such request.
 */
export function accountDeletion(plan: Plan): string | undefined {
  const { registration } = findAccounts(plan.api);
  const use = plan.uses.find(
    (one) => one.operation.method === 'DELETE' && isAccountChange(plan, one),
  );
  const member = registration?.shown.find(({ name }) => identifying.test(name));
  return use && member && `${use.operation.path}#\${${member.path}}`;
}

/**
 * The body of a use. An update leaves out the id that its path has, since another one would move what
 * it changes. A change of an account leaves its password and its address, since a server may end
 * sessions then, or wait for a confirmation.
 *
 * @throws NoExample when it cannot be made
 */
export function usualBody(plan: Plan, use: Use, variant: number): unknown {
  const { body, method } = use.operation;
  const whole = bodyOf(plan.api, use.operation, variant);
  const id = repeatedIdIn(use.operation, whole);
  const named = id === undefined ? whole : without(whole, id.path);
  const own = isAccountChange(plan, use) ? withoutMembers(named, /passw|mail/i) : named;
  const rest = method === 'PATCH' ? withoutReferred(own) : own;
  if (body === undefined || rest === whole || Object.keys(Object(rest)).length === 0) return whole;
  return schemasOf(plan.api).problems(body.schema, sampleOf(rest)).length === 0 ? rest : whole;
}

/** Without the ids of other resources: a server may forbid that a change of one leads to another. */
function withoutReferred(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !isReferred(one)));
}

function withoutMembers(value: unknown, names: RegExp): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      names.test(name) ? [] : [[name, withoutMembers(one, names)]],
    ),
  );
}
