/** Requirements about the answers to requests that should succeed. */
import { asObject, ownMember } from '../../../kit/collections.js';
import { without } from '../../../kit/member-path.js';
import { successesOf } from '../description/answered-ids.js';
import {
  type AnswerHeader,
  type ApiOperation,
  type DocumentedAnswer,
  isWrittenAsJson,
} from '../description/description.js';
import { operationName } from '../description/paths.js';
import { refersToOthers } from '../description/referred-ids.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { referencedObject } from '../description/values.js';
import { bodyOf, usualIfAny } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, ownTextOf, renameOwnTexts } from '../examples/own-texts.js';
import { findAccounts, isLogin } from '../resources/logins.js';
import { lastCreation, resourceName } from '../resources/ownership.js';
import {
  isItem,
  isLater,
  type Plan,
  placeholder,
  successIds,
  type Use,
} from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { fillPath, isReading } from '../resources/resources.js';
import { draft, draftOrSay } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { judgeId, rememberId } from './shown-ids.js';

/** The documented success, its body, its headers and its location. */
export function planAnswers(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const successes = successesOf(operation);
  if (successes.length === 0) return [];
  if (isLogin(operation)) return planStatus(plan, use, successes);
  return [
    ...planStatus(plan, use, successes),
    ...planRequiredOnly(plan, use),
    ...planBody(plan, use, successes),
    ...planHeaders(plan, use, successes),
    ...planLocation(plan, use, successes),
  ];
}

/** The statuses of several answers in words: `200 or 204`. */
export function statusesOf(answers: readonly DocumentedAnswer[]): string {
  return answers.map(({ status }) => status.replace('XX', 'xx')).join(' or ');
}

/** The JSON pointer to the answer of an operation. */
export function pointerTo({ pointer }: ApiOperation, { status }: DocumentedAnswer): string {
  return `${pointer}/responses/${status}`;
}

/** The answers that a scenario exercises, unless they follow from its path. */
export function exercised(operation: ApiOperation, answers: readonly DocumentedAnswer[]) {
  const isPlain = /^[\w.~/{}:@!&'()*+,;=-]*$/.test(operation.path);
  return isPlain ? [] : answers.map(({ status }) => `${operationName(operation)} ${status}`);
}

function planStatus(plan: Plan, use: Use, successes: readonly DocumentedAnswer[]) {
  const { operation } = use;
  const [first] = successes;
  const said = first?.text === undefined ? '' : `: ${first.text.replace(/[.:]+$/, '')}`;
  const about = {
    ...{ rule: 'response.status', kind: 'answers' as const },
    statement: `${labelOf(use)} answers ${statusesOf(successes)}${said}.`,
    title: operation.summary?.replace(/\.$/, '') ?? `${labelOf(use)} succeeds`,
    exercises: exercised(operation, successes),
    needs: shownFirst(plan, use),
    families: accessOf(plan, operation),
  };
  return draftOrSay(plan, use, about, (writer) => {
    if (isLogin(operation)) throw new NoExample('it needs an existing account');
    writer.perform(use, 'When');
    if (mayBeOfOwner(plan, use)) {
      writer.add('Then', 'the requirement applies only if the status is not 403');
    }
    for (const status of conflictsOf(plan, use))
      writer.add('Then', `the requirement applies only if the status is not ${status}`);
    writer.expect(statusesOf(successes));
  });
}

/**
 * The documented statuses by which a server may reject a valid body that refers to other resources: the
 * example of a quantity may exceed what is there.
 */
function conflictsOf({ api }: Plan, { operation }: Use): readonly string[] {
  if (!refersToOthers(usualIfAny(api, operation))) return [];
  const statuses = operation.answers.map(({ status }) => status);
  return statuses.filter((one) => ['400', '404', '409', '422'].includes(one));
}

/** Whether only an account itself may do what is done to it: the credential may be that of another. */
function mayBeOfOwner(plan: Plan, use: Use): boolean {
  const { registration } = findAccounts(plan.api);
  const isForbidden = use.operation.answers.some(({ status }) => status === '403');
  return (
    isForbidden &&
    registration !== undefined &&
    lastCreation(plan, use)?.operation === registration.operation
  );
}

/** What is about a resource needs one that has an id of its own, and that a GET shows. */
function shownFirst(plan: Plan, use: Use): readonly string[] {
  const creating = lastCreation(plan, use)?.operation;
  const resource = findResources(plan).find(({ create }) => create.operation === creating);
  if (resource === undefined) return [];
  const reads = successIds(resource.reads.filter((one) => one !== use).slice(0, 1));
  return [...reads, `${resource.create.name}.distinct`];
}

/** The family of the requests that carry a credential; none for other requests. */
function accessOf(plan: Plan, operation: ApiOperation): readonly string[] {
  const schemes = plan.schemesOf(operation);
  return schemes.length === 0 ? [] : [`access ${schemes.join()}`];
}

/** The body of a creation with its required members alone; undefined when it would be no other one. */
export function requiredOnly(plan: Plan, { operation }: Use): unknown {
  const { body, method } = operation;
  if (body === undefined || method !== 'POST' || !isWrittenAsJson(body.mediaType)) return undefined;
  const example = usualIfAny(plan.api, operation);
  if (example === undefined) return undefined;
  const optional = membersIn(plan.api.document, body.schema, example).filter(
    (one) => !one.isRequired,
  );
  const rest = optional.reduce<unknown>((whole, { path }) => without(whole, path), example);
  const isValid = schemasOf(plan.api).problems(body.schema, sampleOf(rest)).length === 0;
  return optional.length > 0 && isValid && hasOwnText(rest) ? rest : undefined;
}

/** The use that shows what another one creates. */
function readingOf(plan: Plan, { operation }: Use): Use | undefined {
  return plan.uses.find(
    (one) =>
      one.operation.method === 'GET' &&
      isItem(one) &&
      lastCreation(plan, one)?.operation === operation,
  );
}

/** What is optional may be left out. */
function planRequiredOnly(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const reading = readingOf(plan, use);
  const about = {
    ...{ rule: 'without-optional', kind: 'answers' as const },
    pointer: `${operation.pointer}/requestBody`,
    statement: `${labelOf(use)} succeeds without the members that are optional.`,
    needs: [
      ...[`${use.name}.response.status`, `${use.name}.response.body`],
      ...(reading === undefined ? [] : [`${reading.name}.response.body`]),
    ],
  };
  return draft(plan, use, about, (writer) => {
    const body = requiredOnly(plan, use);
    if (body === undefined) throw new NoExample('nothing can be left out');
    sendRequiredOnly(use, writer, body);
    writer.expect('a success');
    if (reading === undefined || !rememberId(plan, reading, writer)) return;
    const creation = lastCreation(plan, reading);
    const own = renameOwnTexts(body, '', 'required-only');
    if (creation !== undefined) writer.actAsCreated(reading, { ...creation, body: own }, 'When');
    const item = fillPath(plan, reading.operation, { byQuery: reading.byQuery });
    const until = isLater(operation) ? { until: 'the status is a success' } : {};
    writer.authorize(reading.operation, 'When');
    writer.send('When', reading.operation, item.path, { query: item.query, ...until });
    writer.applyOnlyIfAccepted();
    writer.add('Then', 'the answer conforms to the OpenAPI description');
  });
}

/** Sends a creation with its required members alone, once for all scenarios. */
export function sendRequiredOnly(use: Use, writer: Writer, body: unknown): void {
  const filled = writer.prepare(use);
  writer.authorize(use.operation).cleanUpAfter(use, filled.path);
  const own = renameOwnTexts(body, '', 'required-only');
  writer.send('When', use.operation, filled.path, { body: own, isShared: true });
}

/** `GET /todos`, or `GET /todos?id` for the use with an id in the query. */
export function labelOf({ operation, byQuery }: Use): string {
  return operationName(operation) + (byQuery === undefined ? '' : `?${byQuery.name}`);
}

/** Sends the request, and goes on only after a documented success. */
function judgeSuccess(writer: Writer, use: Use, successes: readonly DocumentedAnswer[]): void {
  writer.perform(use, 'When');
  writer.add('Then', `the requirement applies only if the status is ${statusesOf(successes)}`);
}

function planBody(plan: Plan, use: Use, successes: readonly DocumentedAnswer[]) {
  const { operation } = use;
  const isJudged = successes.some(({ hasBody, status }) => hasBody || status === '204');
  if (!isJudged || operation.method === 'HEAD') return [];
  const [first] = successes;
  const shown = isItem(use) ? resourceName(plan, use) : operation.path;
  const about = {
    ...{ rule: 'response.body', kind: 'answers' as const },
    statement: `The answer to ${labelOf(use)} has the documented media type and body.`,
    ...(first === undefined ? {} : { pointer: pointerTo(operation, first) }),
    needs: [`${use.name}.response.status`],
    families: [
      ...['body', `body of ${shown}`, `body at ${first?.pointer}`],
      ...schemasIn(plan, first?.schema).map((name) => `body with ${name}`),
    ],
  };
  return draft(plan, use, about, (writer) => {
    // A list has elements to judge only when something was created.
    const element = plan.uses.find(
      (one) => one.operation.method === 'POST' && one.operation.path === operation.path,
    );
    if (isReading(operation.method) && element !== undefined && use.byQuery === undefined) {
      writer.addIfPossible(() => writer.perform(element, 'Given'));
    }
    judgeSuccess(writer, use, successes);
    writer.add('Then', 'the answer conforms to the OpenAPI description');
  });
}

/** The names of the schemas that a schema refers to, directly or not. */
function schemasIn({ api: { document } }: Plan, schema: unknown): readonly string[] {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    const { $ref: name, ...rest } = asObject(part);
    if (typeof name === 'string' && !names.has(name)) {
      names.add(name);
      visit(referencedObject(document, part));
    }
    for (const inside of Array.isArray(part) ? part : Object.values(rest)) {
      if (typeof inside === 'object') visit(inside);
    }
  };
  visit(schema);
  return [...names];
}

/** The families of answers with the same headers. */
export function familiesOfHeaders(
  { method }: ApiOperation,
  { status, ...answer }: DocumentedAnswer,
) {
  const names = dueHeadersOf({ status, ...answer }).map(({ name }) => name.toLowerCase());
  const family = `headers ${names.sort().join()}`;
  return names.length === 0 ? [] : [family, `${family} of ${method}`, `${family} of ${status}`];
}

/** Headers that HTTP itself demands in an answer with the status, when the description names them. */
const dueHeaders: Readonly<Record<string, RegExp>> = {
  location: /^(?:201|30[1278])$/,
  'www-authenticate': /^401$/,
};

/** The headers that an answer must have. */
export function dueHeadersOf({ headers, status }: DocumentedAnswer): readonly AnswerHeader[] {
  return headers.filter(
    ({ name, isRequired }) =>
      isRequired ?? ownMember(dueHeaders, name.toLowerCase())?.test(status) ?? false,
  );
}

function planHeaders(plan: Plan, use: Use, successes: readonly DocumentedAnswer[]) {
  const [answer] = successes;
  if (answer === undefined || successes.length > 1 || answer.headers.length === 0) return [];
  const { operation } = use;
  const due = dueHeadersOf(answer);
  const about = {
    ...{ rule: 'response.headers', kind: 'answers' as const },
    statement: `The answer to ${labelOf(use)} has the documented headers.`,
    pointer: `${pointerTo(operation, answer)}/headers`,
    needs: [`${use.name}.response.status`],
    families: familiesOfHeaders(operation, answer),
  };
  return draft(plan, use, about, (writer) => {
    judgeSuccess(writer, use, successes);
    for (const { name } of due) writer.add('Then', `the header ${name} is present`);
    writer.add('Then', 'the headers conform to the OpenAPI description');
  });
}

function planLocation(plan: Plan, use: Use, successes: readonly DocumentedAnswer[]) {
  const { operation } = use;
  const answer = successes.find(({ status }) => status === '201');
  const isNamed = answer?.headers.some(({ name }) => /^location$/i.test(name)) ?? false;
  const reading = readingOf(plan, use);
  if (!isNamed || answer === undefined || reading === undefined) return [];
  const about = {
    ...{ rule: 'response.location', kind: 'answers' as const },
    statement: `The header Location of ${labelOf(use)} leads to what was created.`,
    pointer: `${pointerTo(operation, answer)}/headers/Location`,
    needs: [
      `${use.name}.response.headers`,
      ...['status', 'body'].map((part) => `${reading.name}.response.${part}`),
    ],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(use, 'Given');
    const isShown = rememberId(plan, reading, writer);
    writer.add('Then', 'the requirement applies only if the header Location is present');
    writer.add('When', 'I remember the header Location as "location"');
    const body = bodyOf(plan.api, operation);
    const creation = lastCreation(plan, reading);
    if (creation !== undefined) writer.actAsCreated(reading, { ...creation, body }, 'When');
    writer.authorize(reading.operation, 'When');
    writer.add('When', 'all scenarios share the next request');
    writer.add('When', `I send GET ${placeholder('location')}`);
    writer.expect('a success');
    if (isShown) return judgeId(plan, reading, writer);
    if (hasOwnText(body)) writer.add('Then', `the text of the body contains "${ownTextOf(body)}"`);
  });
}
