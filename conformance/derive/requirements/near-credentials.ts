/** Requirements about credentials that are only like the right one, or stand in another place. */

import type { ApiOperation } from '../description/description.js';
import { unauthorizedStatus } from '../description/refusals.js';
import { isLogin } from '../resources/logins.js';
import { type Plan, placeholder, type Use } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { credentialsOf, demandRefusal, isGuarded } from './security.js';
import { statusOf } from './stored-values.js';

/**
 * A careless comparison, or a careless search for the credential. One place of a server reads and
 * compares it, so that the first reads stand for all operations.
 */
export function planNearCredentials(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const carried = carriedBy(plan, use);
  if (carried === undefined) return [];
  return [
    ...planAltered(plan, use, carried),
    ...planElsewhere(plan, use, carried),
    ...planHeaderName(plan, use, carried),
  ];
}

/** How requests carry a credential in a header. */
interface Carried {
  readonly name: string;
  /** `Bearer ${value}` */
  readonly value: string;
  /** The placeholder for the right credential. */
  readonly right: string;
}

/** How the first reads carry their credential: of those that need one, and of all that may. */
function carriedBy(plan: Plan, use: Use): Carried | undefined {
  const reads = plan.uses.filter(
    ({ operation }) =>
      operation.method === 'GET' && isGuarded(plan, operation) && !isLogin(operation),
  );
  const needing = reads.find(({ operation }) => operation.security.every((way) => way.length > 0));
  const [credential] = credentialsOf(plan, use);
  const header = credential?.query === undefined ? credential?.header : undefined;
  const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(header ?? '') ?? [];
  const isRead = [reads[0], needing].includes(use) && name !== '' && !/^cookie$/i.test(name);
  if (!isRead || credential === undefined) return undefined;
  return { name, value, right: `\${credential:${credential.name}}` };
}

/** Credentials that are not the right one, although a careless comparison could take them for it. */
const alterations: readonly ((value: string) => string)[] = [
  (value) => `${value}x`,
  (value) => `x${value}`,
  () => '%',
  () => 'null',
  () => 'constructor',
];

/** The same where the server itself reads the credential. */
const furtherAlterations: readonly ((value: string) => string)[] = [
  (value) => JSON.stringify(value),
  () => '.*',
];

/** The same for a header that has the credential alone. */
const bareAlterations: readonly ((value: string) => string)[] = [
  () => '',
  (value) => `x ${value} x`,
  (value) => `Bearer ${value}`,
  (value) => `${value}, x`,
  () => "' OR '1'='1",
];

/** Sentences that make further ones, by their names. */
const derived: Readonly<Record<string, (value: string) => string>> = {
  start: (value) => `what /^(.+).$/ finds in "${value}"`,
  end: (value) => `what /^.(.+)$/ finds in "${value}"`,
};

/** Forms of a header that only prose with "exactly" rules out: many servers split it at the first space. */
const inexactForms: readonly ((header: string) => string)[] = [
  (header) => `${header} x`,
  (header) => `${header},`,
  (header) => `${header}, ${header}`,
  (header) => `x${header}`,
  (header) => `x ${header}`,
  ...[': ', ' x ', '  ', '', ':', '=', 'x ', '%20'].map(
    (between) => (header: string) => header.replace(' ', between),
  ),
  (header) => header.replace(/^\S+ /, ''),
  (header) => header.replace(/^(\S+) (.*)$/, '$2 $1'),
  (header) => header.replace(/^\S+/, (scheme) => scheme.toLowerCase()),
];

/** What is like the right credential is rejected. */
function planAltered(plan: Plan, use: Use, { name, value, right }: Carried) {
  const { operation } = use;
  if (/^Basic /i.test(value)) return [];
  const about = {
    ...{ rule: 'security.altered', kind: 'security' as const },
    pointer: `${operation.pointer}/security`,
    statement: `${labelOf(use)} with a credential that is only like the right one is rejected.`,
    needs: [`${use.name}.security.invented`],
    families: ['security.altered'],
  };
  const filledWith = (text: string) => value.replace('${value}', () => text);
  const inexact = isExact(plan, operation) && value.includes(' ') ? inexactForms : [];
  const isByHand = isReadByHand(plan, operation, value);
  const made = [
    ...alterations,
    ...(isByHand ? furtherAlterations : []),
    ...(value === '${value}' ? bareAlterations : []),
  ];
  return draft(plan, use, about, (writer) => {
    const send = startSending(plan, use, writer);
    const sendWith = (text: string) => {
      setHeader(writer, name, text);
      send();
    };
    for (const alter of made) {
      sendWith(filledWith(alter(right)));
      writer.expect('a client error');
    }
    if (isByHand) {
      for (const [text, sentence] of Object.entries(derived)) {
        writer.add('When', `I remember ${sentence(right)} as "${text}"`);
        sendWith(filledWith(placeholder(text)));
        writer.expect('a client error');
      }
      writer.add('When', `I remember the upper case of "${right}" as "${capitals}"`);
      sendWith(filledWith(placeholder(capitals)));
      judgeCapitals(writer, right);
    }
    for (const form of inexact) {
      sendWith(form(filledWith(right)));
      writer.expect(unauthorizedStatus(operation) ?? 'a client error');
    }
  });
}

const capitals = 'capitals';

/** A credential without small letters is the same in capitals, and so are the digits of a UUID. */
function judgeCapitals(writer: Writer, right: string): void {
  const table = [
    ['the status is a client error'],
    [`${placeholder(capitals)} is "${right}"`],
    [`${placeholder(capitals)} matches /^[\\dA-F-]*$/`],
  ];
  writer.add('Then', 'one of these holds', { table });
}

/** Prepares the request of a use without its credential. @returns how to send it */
function startSending(plan: Plan, use: Use, writer: Writer): () => void {
  const { operation } = use;
  const { path, query } = writer.prepare(use);
  writer.authorize(operation);
  demandRefusal(plan, use, writer, { path, query, creations: [] });
  writer.unauthorize();
  return () => writer.send('When', operation, path, { query });
}

function setHeader(writer: Writer, name: string, text: string): void {
  writer.add('When', `I set the header ${name} to ${JSON.stringify(text)}`);
}

/** Whether the server itself reads a credential: libraries read the usual schemes of HTTP. */
function isReadByHand(plan: Plan, operation: ApiOperation, value: string): boolean {
  return value === '${value}' || isExact(plan, operation);
}

/** Whether the prose of a scheme states the form of the credential exactly. */
function isExact(plan: Plan, operation: ApiOperation): boolean {
  const [scheme] = plan.schemesOf(operation);
  const found = plan.api.schemes.find(({ name }) => name === scheme);
  return /\bexactly\b/i.test(String(found?.definition.description ?? ''));
}

/** Headers in which a careless server finds a credential, with the value that the right one stands for. */
const places: readonly (readonly (readonly [name: string, value: string])[])[] = [
  [
    ['X-Auth-Token', '${value}'],
    ['Cookie', '${name}=${value}; api_key=${value}; token=${value}'],
  ],
  [['Authorization', '${value}']],
  [['Authorization', 'ApiKey ${value}']],
  [['Authorization', 'Token ${value}']],
];

/**
 * The right credential in a header that the description does not name satisfies no scheme. A scheme of
 * the header Authorization may have several words, so that the others are about keys.
 */
function planElsewhere(plan: Plan, use: Use, { name, value, right }: Carried) {
  const { operation } = use;
  const status = unauthorizedStatus(operation);
  const isInAuthorization = /^authorization$/i.test(name);
  const documented = [...plan.credentials.values()].map(({ header = '' }) => header.toLowerCase());
  const isFree = ([place, form]: readonly [string, string]) =>
    !documented.includes(`${place}: ${form}`.toLowerCase()) &&
    !(place === 'Cookie' && documented.some((one) => one.startsWith('cookie:'))) &&
    !(isInAuthorization && place === 'Authorization');
  const elsewhere = places.map((headers) => headers.filter(isFree));
  const filled = (form: string) =>
    form.replaceAll('${name}', name.toLowerCase()).replaceAll('${value}', () => right);
  if (status === undefined || !isReadByHand(plan, operation, value)) return [];
  const about = {
    ...{ rule: 'security.elsewhere', kind: 'security' as const },
    pointer: `${operation.pointer}/security`,
    statement: `${labelOf(use)} with the credential in another header than the documented one is rejected with ${status}.`,
    needs: [`${use.name}.security.none`, `${use.name}.security.invented`],
    families: ['security.elsewhere'],
  };
  return draft(plan, use, about, (writer) => {
    const send = startSending(plan, use, writer);
    for (const headers of elsewhere.filter(({ length }) => length > 0)) {
      for (const [place, form] of headers) setHeader(writer, place, filled(form));
      send();
      writer.expect(status);
      for (const [place] of headers) writer.add('When', `I drop the header ${place}`);
    }
    for (const [user, password] of [
      [right, ''],
      ['', right],
    ]) {
      writer.add('When', `I use the user "${user}" with the password "${password}"`);
      send();
      writer.expect(status);
    }
  });
}

/** The names of headers are the same in any letter case (RFC 9110 §5.1). */
function planHeaderName(plan: Plan, use: Use, { name, value, right }: Carried) {
  const { operation } = use;
  // Each HTTP library knows this header.
  if (/^authorization$/i.test(name)) return [];
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  const about = {
    ...{ rule: 'security.header-name', kind: 'security' as const },
    pointer: `${operation.pointer}/security`,
    statement: `${labelOf(use)} accepts the credential in the header ${other}.`,
    needs: [statusOf(use)],
    families: ['security.header-name'],
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
