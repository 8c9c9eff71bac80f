/** Requirements about requests without the right credential. */

import type { ApiOperation } from '../description/description.js';
import { unauthorizedStatus } from '../description/refusals.js';
import { bodyOf } from '../examples/bodies.js';
import { ownTextOf, refusedMark, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import type { CredentialEntry } from '../resources/credentials.js';
import { isLogin } from '../resources/logins.js';
import { accountFor, isAccountChange } from '../resources/own-account.js';
import { demandOwnership, lastCreation, resourceName } from '../resources/ownership.js';
import { isItem, type Plan, successIds, type Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { isReading } from '../resources/resources.js';
import { listIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { statusOf } from './stored-values.js';

/** Whether every request to an operation needs a credential that requests can carry. */
export function isSecured(plan: Plan, operation: ApiOperation): boolean {
  const { security } = operation;
  if (security.length === 0 || security.some((way) => way.length === 0)) return false;
  return plan.schemesOf(operation).every((one) => plan.credentials.has(one));
}

/** Requests without a credential, with an invented one, and with another scheme. */
export function planSecurity(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  // Without a credential nothing names the account.
  if (!isSecured(plan, operation) || isLogin(operation) || isAccountChange(plan, use)) return [];
  const status = unauthorizedStatus(operation);
  const [credential] = credentialsOf(plan, use);
  const invented = credential && inventedSteps(credential);
  const scheme = credential && otherScheme(credential);
  // One server rejects other schemes in one place: the first operation stands for all.
  const first = plan.uses.find((one) => isSecured(plan, one.operation) && !isLogin(one.operation));
  const isFirst = first === use;
  const rules: readonly (readonly [rule: string, said: string, Steps])[] = [
    ['security.none', 'without a credential', (writer) => writer.unauthorize()],
    ...(invented === undefined
      ? []
      : [['security.invented', 'with an invented credential', invented] as const]),
    ...(scheme === undefined || !isFirst
      ? []
      : [['security.scheme', 'with the credential in another scheme', scheme] as const]),
  ];
  return [
    ...rules.flatMap(([rule, said, steps]) =>
      planRefusal(plan, use, { rule, said, steps, status }),
    ),
    ...planAltered(plan, use),
    ...planHeaderName(plan, use),
    ...planOtherUser(plan, use),
  ];
}

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
  const isFirst = rule === 'security.none';
  const about = {
    ...{ rule, kind: 'security' as const, pointer: `${operation.pointer}/security` },
    statement: `${labelOf(use)} ${said} is rejected${status === undefined ? '' : ` with ${status}`}, and does nothing.`,
    needs: isFirst ? [] : [`${use.name}.security.none`],
    families: [rule, `${rule} ${resourceName(plan, use)}`],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, isChanging(plan, use) ? { mark: refusedMark } : {});
    demandOwnership(plan, use, filled);
    writer.authorize(operation).cleanUpAfter(use, filled.path);
    steps(writer);
    // The form of errors is judged by the same answer.
    const parts = { body: refusedBody(plan, use), query: filled.query, isShared: isFirst };
    writer.send('When', operation, filled.path, parts);
    if (status === undefined) writer.add('Then', 'the status is not a success');
    else writer.expect(status);
    if (isFirst) showUnchanged(plan, use, writer, filled.path, filled.query);
  });
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
function showUnchanged(
  plan: Plan,
  use: Use,
  writer: Writer,
  path: string,
  query: Readonly<Record<string, string>>,
): void {
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
  writer.send('When', shown.operation, path, { query });
  writer.expect('a success');
  if (operation.method === 'DELETE') return;
  const sent = bodyOf(plan.api, operation);
  writer.add('Then', `the text of the body does not contain "${ownTextOf(sent, refusedName)}"`);
}

/** How the first secured operation is sent an invented credential; undefined for all others. */
export function inventedFor(plan: Plan, use: Use): Steps | undefined {
  const first = plan.uses.find((one) => isSecured(plan, one.operation) && !isLogin(one.operation));
  const [credential] = credentialsOf(plan, use);
  return first === use && credential ? inventedSteps(credential) : undefined;
}

function credentialsOf(plan: Plan, { operation }: Use): readonly CredentialEntry[] {
  return plan.schemesOf(operation).flatMap((one) => plan.credentials.get(one) ?? []);
}

/** Credentials that are not the right one, although a careless comparison could take them for it. */
const alterations: readonly ((value: string) => string)[] = [
  (value) => `${value}x`,
  (value) => `x${value}`,
  (value) => JSON.stringify(value),
  () => '%',
  () => '.*',
  () => 'null',
  () => 'constructor',
];

/** Forms of a header that only prose with "exactly" rules out: many servers split it at the first space. */
const inexactForms: readonly ((header: string) => string)[] = [
  (header) => `${header} x`,
  (header) => `${header},`,
  (header) => header.replace(' ', ': '),
  (header) => header.replace(' ', ' x '),
  (header) => `x${header}`,
];

/** The first read with a credential: one place of a server reads and compares it. */
function firstRead(plan: Plan): Use | undefined {
  return plan.uses.find(
    (one) =>
      isSecured(plan, one.operation) && one.operation.method === 'GET' && !isLogin(one.operation),
  );
}

/** How the first read carries its credential in a header. */
function carriedBy(plan: Plan, use: Use) {
  const [credential] = credentialsOf(plan, use);
  const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(credential?.header ?? '') ?? [];
  const isRead = firstRead(plan) === use && name !== '' && !/^cookie$/i.test(name);
  if (!isRead || credential === undefined) return undefined;
  return { name, value, right: `\${credential:${credential.name}}` };
}

/** What is like the right credential is rejected. */
function planAltered(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const carried = carriedBy(plan, use);
  if (carried === undefined || /^Basic /i.test(carried.value)) return [];
  const { name, value, right } = carried;
  const about = {
    ...{ rule: 'security.altered', kind: 'security' as const },
    pointer: `${operation.pointer}/security`,
    statement: `${labelOf(use)} with a credential that is only like the right one is rejected.`,
    needs: [`${use.name}.security.invented`],
  };
  const filledWith = (text: string) => value.replace('${value}', () => text);
  const inexact = isExact(plan, operation) && value.includes(' ') ? inexactForms : [];
  const texts = [
    ...alterations.map((alter) => filledWith(alter(right))),
    ...(value === '${value}' ? [`x ${right} x`] : []),
    ...inexact.map((form) => form(filledWith(right))),
  ];
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use);
    writer.authorize(operation).unauthorize();
    for (const text of texts) {
      writer.add('When', `I set the header ${name} to ${JSON.stringify(text)}`);
      writer.send('When', operation, filled.path, { query: filled.query });
      writer.expect('a client error');
    }
  });
}

/** Whether the prose of a scheme states the form of the credential exactly. */
function isExact(plan: Plan, operation: ApiOperation): boolean {
  const [scheme] = plan.schemesOf(operation);
  const found = plan.api.schemes.find(({ name }) => name === scheme);
  return /\bexactly\b/i.test(String(found?.definition.description ?? ''));
}

/** The names of headers are the same in any letter case (RFC 9110 §5.1). */
function planHeaderName(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const carried = carriedBy(plan, use);
  // Each HTTP library knows this header.
  if (carried === undefined || /^authorization$/i.test(carried.name)) return [];
  const { name, value, right } = carried;
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  const about = {
    ...{ rule: 'security.header-name', kind: 'security' as const },
    pointer: `${operation.pointer}/security`,
    statement: `${labelOf(use)} accepts the credential in the header ${other}.`,
    needs: [statusOf(use)],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use);
    writer.authorize(operation).unauthorize();
    const text = value.replace('${value}', () => right);
    writer.add('When', `I set the header ${other} to ${JSON.stringify(text)}`);
    writer.send('When', operation, filled.path, { query: filled.query });
    writer.expect('a success');
  });
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
    const filled = writer.prepare(use, { mark: refusedMark });
    demandOwnership(plan, use, filled);
    writer.actAs(account, refusedName);
    const body = renamed(bodyOf(plan.api, operation));
    writer.send('When', operation, filled.path, { body, query: filled.query });
    writer.expect('403');
    if (isReading(operation.method)) return;
    writer.unauthorize('When');
    showUnchanged(plan, use, writer, filled.path, filled.query);
  });
}
