/** Finds how a description shows accounts: a registration, a login, and where their tokens are. */

import { asObject, type Json, valueAt } from '../../../kit/collections.js';
import { findMember, type MemberPath } from '../../../kit/member-path.js';
import { remember } from '../../../kit/remember.js';
import type { ApiDescription, ApiOperation } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { isPasswordName } from '../description/values.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';

/** A request with a secret in its body whose answer shows an account or a token. */
export interface AccountRequest {
  readonly operation: ApiOperation;
  readonly body: unknown;
  readonly password: MemberPath;
  /** The JSONPath of the token in its answer; undefined when the answer has none. */
  readonly token: string | undefined;
  /** The members of its answer. */
  readonly shown: readonly ShownMember[];
}

/** A member of an answer, with its JSONPath. */
interface ShownMember {
  readonly name: string;
  readonly path: string;
}

/** The requests about accounts. */
export interface Accounts {
  readonly registration: AccountRequest | undefined;
  /** A login with members of the registration; its body has the values of these. */
  readonly login: AccountRequest | undefined;
}

/** Whether an operation needs an existing account. */
export function isLogin({ method, path, operationId = '' }: ApiOperation): boolean {
  if (method !== 'POST') return false;
  return (
    /\/((log|sign)[-_]?in|([\w-]+[-_])?tokens?([-_]auth)?|authenticate|sessions?|auth)$/i.test(
      path,
    ) ||
    /\/(tokens?|auth|jwt)\/(refresh|verify|create|obtain|revoke)$/i.test(path) ||
    /^(user)?_?(log|sign)_?-?in|authenticate|^login/i.test(operationId)
  );
}

/** Finds the registration, and the login that takes its members. */
export const findAccounts: (api: ApiDescription) => Accounts = remember((api) => {
  const open = api.operations.filter(
    ({ method, path, security }) =>
      method === 'POST' &&
      !path.includes('{') &&
      (security.length === 0 || security.some((way) => way.length === 0)),
  );
  const registration = open
    .filter((one) => !isLogin(one))
    .flatMap((one) => describeRequest(api, one) ?? [])[0];
  const login = open
    .filter(isLogin)
    .flatMap((one) => describeRequest(api, one) ?? [])
    .find(({ token }) => token !== undefined);
  if (login === undefined || registration === undefined) return { registration, login: undefined };
  const body = takeMembers(login.body, registration.body);
  return { registration, login: body === undefined ? undefined : { ...login, body } };
});

function describeRequest(api: ApiDescription, operation: ApiOperation): AccountRequest | undefined {
  try {
    const body = bodyOf(api, operation);
    const password = passwordIn(body);
    if (password === undefined) return undefined;
    const success = operation.answers.find(({ status }) => status.startsWith('2'));
    const token = tokenIn(api.document, success?.schema);
    return { operation, body, password, token, shown: shownIn(api.document, success?.schema) };
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

/** The member of a body that is a password; undefined for none. */
export function passwordIn(body: unknown): ReturnType<typeof findMember> {
  return findMember(body, ({ name }) => isPasswordName(name));
}

const tokenName = /^(?:access_?|auth_?|id_?|session_?|api_?)?(?:token|jwt|key)$/i;

/** The JSONPath of the token in an answer, at most two members deep. */
export function tokenIn(
  document: Json,
  schema: unknown,
  path = '$',
  depth = 0,
): string | undefined {
  const properties = Object.entries(asObject(merged(document, schema).properties));
  const own = properties.find(([name]) => tokenName.test(name) && /^\w+$/.test(name));
  if (own !== undefined) return `${path}.${own[0]}`;
  if (depth === 1) return undefined;
  for (const [name, part] of properties) {
    const inside = /^\w+$/.test(name)
      ? tokenIn(document, part, `${path}.${name}`, depth + 1)
      : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The members of an object, and of the objects in it. */
function shownIn(document: Json, schema: unknown, path = '$', depth = 0): readonly ShownMember[] {
  const properties = Object.entries(asObject(merged(document, schema).properties));
  return properties
    .filter(([name]) => /^\w+$/.test(name))
    .flatMap(([name, part]) => {
      const own = { name, path: `${path}.${name}` };
      return depth === 1 ? [own] : [own, ...shownIn(document, part, own.path, depth + 1)];
    });
}

/**
 * The body of a login with the values that the registration sent under the same names; undefined
 * when that has no such member for one of its texts.
 */
export function takeMembers(login: unknown, registration: unknown): unknown {
  if (typeof login !== 'object' || login === null) return login;
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(login)) {
    if (typeof value === 'object' && value !== null) {
      const inside = takeMembers(value, registration);
      if (inside === undefined) return undefined;
      entries.push([name, inside]);
      continue;
    }
    const path = findMember(registration, (one) => one.name === name);
    if (path === undefined && typeof value === 'string') return undefined;
    entries.push([name, path === undefined ? value : valueAt(registration, path)]);
  }
  return Object.fromEntries(entries);
}
