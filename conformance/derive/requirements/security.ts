/** Requirements about requests without the right credential. */

import type { ApiOperation } from '../description/description.js';
import { unauthorizedStatus } from '../description/refusals.js';
import { bodyOf } from '../examples/bodies.js';
import {
  hasOwnText,
  ownTextOf,
  refusedMark,
  renameOwnTexts,
  uniqueText,
} from '../examples/own-texts.js';
import type { CredentialEntry } from '../resources/credentials.js';
import { isLogin } from '../resources/logins.js';
import { accountFor, isAccountChange } from '../resources/own-account.js';
import { lastCreation, resourceName } from '../resources/ownership.js';
import { longestPage } from '../resources/paging.js';
import { isItem, type Plan, successIds, type Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { type FilledPath, isReading } from '../resources/resources.js';
import { listIn, objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { bodyIn, judgeValues } from './stored-values.js';

/** Whether every request to an operation needs a credential that requests can carry. */
function isSecured(plan: Plan, operation: ApiOperation): boolean {
  const { security } = operation;
  if (security.length === 0 || security.some((way) => way.length === 0)) return false;
  return plan.schemesOf(operation).every((one) => plan.credentials.has(one));
}

/**
 * Whether a server may demand a credential that an operation calls optional: what it rejects without a
 * credential, it rejects with a wrong one, too.
 */
function isOptional({ schemesOf }: Plan, operation: ApiOperation): boolean {
  const isOpen = operation.security.some((way) => way.length === 0);
  const isRefused = operation.answers.some(({ status }) => status === '401');
  return isOpen && isRefused && schemesOf(operation).length > 0;
}

/** Whether a server may reject a request to an operation for its credential. */
export function isGuarded(plan: Plan, operation: ApiOperation): boolean {
  return isSecured(plan, operation) || isOptional(plan, operation);
}

/** Requests without a credential, with an invented one, and with another scheme. */
export function planSecurity(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  // Without a credential nothing names the account.
  if (!isGuarded(plan, operation) || isLogin(operation) || isAccountChange(plan, use)) return [];
  const status = unauthorizedStatus(operation);
  const [credential] = credentialsOf(plan, use);
  const inventing = credential && inventedSteps(credential);
  const scheme = credential && otherScheme(credential);
  // One server rejects other schemes in one place: the first operation stands for all.
  const first = plan.uses.find((one) => isSecured(plan, one.operation) && !isLogin(one.operation));
  const isFirst = first === use;
  const isNeeded = isSecured(plan, operation);
  // What may be deleted without a credential cannot be deleted again with an invented one.
  const isDeletion = operation.method === 'DELETE';
  const rules: readonly (readonly [rule: string, said: string, Steps])[] = [
    ...(isNeeded || isDeletion
      ? [[none, 'without a credential', (writer: Writer) => writer.unauthorize()] as const]
      : []),
    ...(inventing === undefined || (!isNeeded && isDeletion)
      ? []
      : [[invented, 'with an invented credential', inventing] as const]),
    ...(scheme === undefined || !isFirst
      ? []
      : [[inOtherScheme, 'with the credential in another scheme', scheme] as const]),
  ];
  return [
    ...rules.flatMap(([rule, said, steps]) =>
      planRefusal(plan, use, { rule, said, steps, status }),
    ),
    ...planOtherUser(plan, use),
  ];
}

const none = 'security.none';
const invented = 'security.invented';
const inOtherScheme = 'security.scheme';

type Steps = (writer: Writer) => void;

interface Refusal {
  readonly rule: string;
  readonly said: string;
  readonly steps: Steps;
  /** Undefined when the description names none. */
  readonly status: string | undefined;
}

function planRefusal(plan: Plan, use: Use, refusal: Refusal): readonly PlannedRequirement[] {
  const { operation } = use;
  const { rule, said, steps, status } = refusal;
  const isFirst = rule === none;
  const isNeeded = isSecured(plan, operation);
  const about = {
    ...{ rule, kind: 'security' as const, pointer: `${operation.pointer}/security` },
    statement: `${labelOf(use)} ${said} is rejected${status === undefined ? '' : ` with ${status}`}, and does nothing${isNeeded ? '' : ', where the server demands one'}.`,
    needs: isFirst ? [] : [`${use.name}.${none}`],
    families: [rule, `${rule} ${resourceName(plan, use)}`],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, isChanging(plan, use) ? { mark: markOf(plan, use) } : {});
    writer.authorize(operation).cleanUpAfter(use, filled.path);
    // The form of errors is judged by the same answer.
    const isShared = isFirst || (rule === invented && inventedFor(plan, use) !== undefined);
    const parts = { body: refusedBody(plan, use), query: filled.query, isShared };
    demandRefusal(plan, use, writer, filled);
    if (isNeeded || !isFirst) {
      steps(writer);
      writer.send('When', operation, filled.path, parts);
      if (status === undefined) writer.add('Then', 'the status is not a success');
      // A header that the server cannot read may be rejected as such (RFC 6750 §3.1).
      else writer.expect(rule === inOtherScheme && status === '401' ? '400 or 401' : status);
    }
    // The place that does what is rejected is the same for most requests.
    if (isFirst || !isNeeded || operation.method === 'POST')
      showUnchanged(plan, use, writer, filled);
  });
}

/** Goes on only where a server demands the credential that the description calls optional. */
export function demandRefusal(plan: Plan, use: Use, writer: Writer, filled: FilledPath): void {
  const { operation } = use;
  if (isSecured(plan, operation)) return;
  const parts = { body: refusedBody(plan, use), query: filled.query, isShared: true };
  writer.unauthorize().send('When', operation, filled.path, parts);
  writer.add('When', 'the requirement applies only if the status is 401');
}

/** The mark of what a request that should be rejected is about. Where it may succeed, no other needs it. */
export function markOf(plan: Plan, { operation, name }: Use): string {
  return isSecured(plan, operation) ? refusedMark : `${name}-${refusedMark}`;
}

/** Whether a use changes a resource, or acts on it. */
export function isChanging(plan: Plan, use: Use): boolean {
  const { method } = use.operation;
  const isAction = method === 'POST' && lastCreation(plan, use) !== undefined;
  return isAction || !['GET', 'POST'].includes(method);
}

/** The body of a request that must be rejected whatever it has, with texts that nothing else stores. */
export function refusedBody(plan: Plan, use: Use): unknown {
  const { operation } = use;
  return renamed(bodyOf(plan.api, operation, isChanging(plan, use) && operation.body ? 1 : 0));
}

const refusedName = 'refused';

function renamed(body: unknown): unknown {
  return renameOwnTexts(renameOwnTexts(body, '', refusedName), 'changed', refusedName);
}

/** Looks for what the rejected request could have stored or deleted. */
function showUnchanged(plan: Plan, use: Use, writer: Writer, { path, query }: FilledPath): void {
  const { operation } = use;
  if (isReading(operation.method) || (operation.method !== 'POST' && !isItem(use))) return;
  const creating = lastCreation(plan, use)?.operation ?? operation;
  const resource = findResources(plan).find(({ create }) => create.operation === creating);
  const read = operation.method === 'POST' ? undefined : resource?.reads[0];
  const list = operation === creating ? resource?.lists[0] : undefined;
  const shown = read ?? list;
  if (shown === undefined || (list !== undefined && listIn(plan, list) === undefined)) return;
  for (const id of successIds([shown])) writer.needs.add(id);
  writer.authorize(shown.operation, 'When');
  const isList = shown === list;
  const page = isList ? longestPage(shown) : {};
  writer.send('When', shown.operation, path, { query: { ...query, ...page } });
  // A server may reject a limit that is too long for it.
  if (isList) writer.applyOnlyIfAccepted();
  else writer.expect('a success');
  if (operation.method === 'DELETE') return;
  const sent = bodyOf(plan.api, operation);
  if (hasOwnText(sent))
    return void writer.add(
      'Then',
      `the text of the body does not contain "${ownTextOf(sent, refusedName)}"`,
    );
  if (resource === undefined || read === undefined) return;
  const created = renameOwnTexts(bodyIn(plan, resource.create, 0), '', markOf(plan, use));
  const before = shownValues(plan, resource.create, created, objectsIn(plan, read));
  writer.needs.add(`${resource.create.name}.stored`);
  if (before !== undefined) judgeValues(writer, before);
}

/** How the first secured operation is sent an invented credential; undefined for all others. */
export function inventedFor(plan: Plan, use: Use): Steps | undefined {
  const first = plan.uses.find((one) => isGuarded(plan, one.operation) && !isLogin(one.operation));
  const [credential] = credentialsOf(plan, use);
  return first === use && credential ? inventedSteps(credential) : undefined;
}

export function credentialsOf(plan: Plan, { operation }: Use): readonly CredentialEntry[] {
  return plan.schemesOf(operation).flatMap((one) => plan.credentials.get(one) ?? []);
}

/** Sends a text of the run in place of the credential. */
function inventedSteps({ header, query }: CredentialEntry): Steps | undefined {
  if (query !== undefined || header === undefined) return undefined;
  const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(header) ?? [];
  if (/^Basic /i.test(value))
    return (writer) =>
      writer
        .unauthorize()
        .add(
          'Given',
          `I use the user "${uniqueText()}" with the password "${uniqueText('password')}"`,
        );
  const text = value.replace('${value}', () => uniqueText('credential'));
  return (writer) => writer.unauthorize().add('Given', `I set the header ${name} to "${text}"`);
}

/** Sends the credential after the name of another scheme; undefined when it has no scheme. */
function otherScheme({ header = '', name: credential }: CredentialEntry): Steps | undefined {
  const [, name = '', scheme = ''] = /^([^:]+): (\w+) \$\{value\}$/.exec(header) ?? [];
  if (scheme === '' || /^basic$/i.test(scheme)) return undefined;
  const text = `Digest \${credential:${credential}}`;
  return (writer) => writer.unauthorize().add('Given', `I set the header ${name} to "${text}"`);
}

/** What belongs to one account must not be changed by another, when the description says so. */
function planOtherUser(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const account = accountFor(plan, operation);
  const isStated = operation.answers.some(({ status }) => status === '403');
  if (!isStated || account === undefined || lastCreation(plan, use) === undefined) return [];
  const registering = plan.uses.filter((one) => one.operation === account.registration.operation);
  const about = {
    ...{ rule: 'security.other-user', kind: 'security' as const },
    statement: `${labelOf(use)} is rejected with 403 when the resource belongs to another account, and does nothing.`,
    needs: [`${use.name}.response.status`, ...successIds(registering)],
    families: ['other-user', `other-user ${resourceName(plan, use)}`],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { mark: markOf(plan, use) });
    writer.actAs(account, refusedName);
    const body = renamed(bodyOf(plan.api, operation));
    writer.send('When', operation, filled.path, { body, query: filled.query });
    writer.expect('403');
    if (isReading(operation.method)) return;
    writer.unauthorize('When');
    showUnchanged(plan, use, writer, filled);
  });
}
