/** Requirements about requests that change a resource. */
import { asObject, type Json, valueAt } from '../../../kit/collections.js';
import { findMember, type MemberPath, without, withValueAt } from '../../../kit/member-path.js';
import { step, successOf } from '../description/answered-ids.js';
import type { ApiOperation } from '../description/description.js';
import { unknownStatus } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { NoExample, oftenUnique } from '../examples/example-value.js';
import { hasOwnText, ownTextOf, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { authorPlace } from '../resources/author-place.js';
import { tokenIn } from '../resources/logins.js';
import { accountFor, isAccountChange, usualBody } from '../resources/own-account.js';
import { changedId } from '../resources/ownership.js';
import { isPaged, longestPage } from '../resources/paging.js';
import { isLater, type Plan, placeholder, type Use } from '../resources/plan.js';
import { listPathOf, type Resource } from '../resources/resource-uses.js';
import type { FilledPath } from '../resources/resources.js';
import { objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { planUnknown, sendUnknown, unknownBody, unknownName } from './errors.js';
import {
  bodyIn,
  judgeListed,
  judgeValues,
  planShownByAnswer,
  state,
  statusOf,
} from './stored-values.js';

/** What a PUT or a PATCH stores, and what it leaves. */
export function planUpdate(
  plan: Plan,
  resource: Resource,
  update: Use,
): readonly PlannedRequirement[] {
  const [read] = resource.reads;
  const answer = planShownByAnswer(plan, update, 1, [`${resource.create.name}.response.values`]);
  if (read === undefined || isLater(update.operation)) return answer;
  const { create } = resource;
  // There, two of them are sent one after the other.
  const replaced = planReplaced(plan, create, update, read);
  return [
    ...answer,
    ...planUpdated(plan, update, read, [`${create.name}.stored`]),
    ...planUpdateListed(plan, resource, update),
    ...planRest(plan, create, update, read),
    ...(replaced.length > 0 ? replaced : planAgain(plan, update)),
    ...planOwner(plan, create, update, read),
    ...planUnknownUpdate(plan, resource, update, read),
  ];
}

/** An update can change an id that is made of its values, such as a slug: the answer has the new one. */
export function takeId(plan: Plan, update: Use, writer: Writer): void {
  const changed = changedId(plan, update);
  if (changed !== undefined)
    writer.add('Given', `I remember ${changed.jsonPath} as "${changed.creation.name}"`);
}

/** A change of an account can replace its token: the answer has the new one. */
function takeToken(plan: Plan, update: Use, writer: Writer): void {
  const account = isAccountChange(plan, update) && accountFor(plan, update.operation);
  const token = tokenIn(plan.api.document, successOf(update.operation)?.schema);
  if (account && token !== undefined) writer.carryToken(account.header, token);
}

/** What an update has sent is stored. */
export function planUpdated(plan: Plan, update: Use, read: Use, needs: readonly string[] = []) {
  const shown = shownValues(plan, update, bodyIn(plan, update, 1), objectsIn(plan, read));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'stored', kind: state },
    statement: `${labelOf(read)} shows what ${labelOf(update)} has stored.`,
    needs: [statusOf(update), statusOf(read), `${update.name}.response.values`, ...needs],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.perform(update, 'Given');
    takeId(plan, update, writer);
    takeToken(plan, update, writer);
    writer.authorize(read.operation);
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    judgeValues(writer, shown);
  });
}

/** What an update has sent is in the list, too. */
function planUpdateListed(plan: Plan, resource: Resource, update: Use) {
  const [list] = resource.lists;
  const isFirst = resource.updates[0] === update;
  // A list in pages may have it on a later one.
  if (list === undefined || isPaged(list) || !isFirst || isAccountChange(plan, update)) return [];
  const about = {
    ...{ rule: 'listed', kind: state },
    statement: `${labelOf(list)} has what ${labelOf(update)} has stored.`,
    needs: [statusOf(update), `${update.name}.stored`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.perform(update, 'Given');
    takeId(plan, update, writer);
    const { length } = writer.steps;
    judgeListed(plan, resource, writer, filled.path, bodyIn(plan, update, 1));
    if (writer.steps.length === length) throw new NoExample('nothing tells the element');
  });
}

/** Members by which a server notices that a change is based on an older state. */
const versioned = /^(version|revision|rev|etag|lock_?version)$/i;

/** A PUT may be sent again (RFC 9110 §9.2.2). */
function planAgain(plan: Plan, update: Use): readonly PlannedRequirement[] {
  const { method, body, parameters } = update.operation;
  const names = Object.keys(asObject(bodyIn(plan, update, 1)));
  const isBound =
    names.some((name) => versioned.test(name)) ||
    parameters.some(({ name }) => /^if-/i.test(name)) ||
    isAccountChange(plan, update);
  if (method !== 'PUT' || body === undefined || isBound) return [];
  const about = {
    ...{ rule: 'again', kind: state },
    statement: `${labelOf(update)} succeeds when it is sent again.`,
    needs: [statusOf(update), `${update.name}.stored`],
  };
  return draft(plan, update, about, (writer) => {
    const { path, query } = writer.perform(update, 'Given');
    takeId(plan, update, writer);
    writer.send('When', update.operation, path, { body: usualBody(plan, update, 1), query });
    writer.expect('a success');
  });
}

/** The prose of an operation that says what it does. */
export function proseOf({
  operationId = '',
  summary = '',
  description = '',
}: ApiOperation): string {
  return `${operationId} ${summary} ${description}`;
}

const replacing = /replac/i;

/** Prose by which an update leaves each member that it does not name. */
const keepingMissing = /\b(missing|absent|omitted)\b[^.;]*\b(keeps?|retains?|leaves?)\b/i;

/**
 * The smallest part of a body around a member that the schema allows: an object inside may need other
 * members, too. Without any, the member alone.
 */
function partOf(plan: Plan, schema: Json, whole: unknown, path: MemberPath): unknown {
  const parts = path.map((_, index) => {
    const around = path.slice(0, path.length - index);
    return withValueAt({}, around, valueAt(whole, around));
  });
  const isValid = (one: unknown) =>
    schemasOf(plan.api).problems(schema, sampleOf(one)).length === 0;
  return parts.find(isValid) ?? parts[0];
}

/**
 * A body without its objects, unless it is nothing but one: whether an update merges or replaces an
 * object that it names in part is open.
 */
function ownMembers(body: unknown): unknown {
  const entries = Object.entries(asObject(body));
  const own = entries.filter(([, one]) => typeof one !== 'object' || Array.isArray(one));
  return entries.length === 1 ? body : Object.fromEntries(own);
}

/** Whether a body has a member with a name, at any depth. */
function isIn(body: unknown, name: string): boolean {
  return findMember(body, (one) => one.name === name) !== undefined;
}

/**
 * An update leaves what it does not name: with PATCH (RFC 5789 §2), and with a PUT that need not name
 * what each resource must have and show.
 */
export function planRest(plan: Plan, create: Use, update: Use, read: Use) {
  const { method, body } = update.operation;
  const whole = bodyIn(plan, update, 1);
  const sent = ownMembers(bodyIn(plan, create, 0));
  const created = shownValues(plan, create, sent, objectsIn(plan, read));
  if (body === undefined || created === undefined) return [];
  const changed: readonly unknown[] = [uniqueText('changed'), uniqueText('changed', 'unique-word')];
  const isChanged = ({ value }: { readonly value: unknown }) => changed.includes(value);
  const mark = `${update.name}-rest`;
  const earlier = method === 'PATCH' ? earlierChange(plan, update, read, created, mark) : undefined;
  // What only the earlier change has sent must stay.
  const isSent = (name: string) => earlier === undefined || Object.hasOwn(created.pattern, name);
  // A name may determine the id.
  const path =
    findMember(whole, (one) => isChanged(one) && isSent(one.name) && !oftenUnique.test(one.name)) ??
    findMember(whole, (one) => isChanged(one) && isSent(one.name)) ??
    findMember(whole, isChanged);
  if (path === undefined) return [];
  const single = partOf(plan, body.schema, whole, path);
  const isStated = method === 'PATCH' || keepingMissing.test(proseOf(update.operation));
  const isKept = (name: string) =>
    isStated || isIndispensable(plan, create, read, created.path, name);
  const isPartial = schemasOf(plan.api).problems(body.schema, sampleOf(single)).length === 0;
  if (method !== 'PATCH' && (!isPartial || replacing.test(proseOf(update.operation)))) return [];
  const stored = Object(renameOwnTexts(created.pattern, '', mark));
  const rest = Object.entries({ ...stored, ...earlier?.pattern }).filter(
    ([name]) => !isIn(single, name) && isKept(name),
  );
  if (rest.length === 0) return [];
  const about = {
    ...{ rule: 'rest', kind: state },
    statement: `${labelOf(update)} leaves the members that it does not name.`,
    needs: [
      ...[statusOf(update), `${update.name}.stored`, `${create.name}.stored`],
      ...[`${read.name}.account`, `${update.name}.response.body`],
    ],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.prepare(update, { mark });
    writer.authorize(update.operation).cleanUpAfter(update, filled.path);
    for (const body of [...(earlier === undefined ? [] : [earlier.body]), single]) {
      writer.send('When', update.operation, filled.path, { body, query: filled.query });
      writer.add('Then', 'the requirement applies only if the status is a success');
      if (body === single) writer.add('Then', 'the answer conforms to the OpenAPI description');
      takeId(plan, update, writer);
      takeToken(plan, update, writer);
    }
    writer.send('When', read.operation, filled.path, { query: filled.query });
    judgeValues(writer, { path: created.path, pattern: Object.fromEntries(rest) });
  });
}

/** A change of members that the creation has not sent; undefined when it has sent all that are shown. */
function earlierChange(
  plan: Plan,
  update: Use,
  read: Use,
  created: ShownValues,
  mark: string,
): { readonly body: unknown; readonly pattern: Json } | undefined {
  const body = renameOwnTexts(bodyIn(plan, update, 1), 'changed', `${mark}-before`);
  const shown = shownValues(plan, update, ownMembers(body), objectsIn(plan, read));
  if (shown === undefined || shown.path !== created.path) return undefined;
  const isMore = Object.keys(shown.pattern).some((name) => !Object.hasOwn(created.pattern, name));
  return isMore ? { body, pattern: shown.pattern } : undefined;
}

/** Whether each resource is created with a member and shows it. */
function isIndispensable(plan: Plan, create: Use, read: Use, place: string, name: string): boolean {
  const { body } = create.operation;
  const example = bodyIn(plan, create, 0);
  const path = findMember(example, (one) => one.name === name);
  const isShown = objectsIn(plan, read).some(
    ({ path: other, required }) => other === place && required.includes(name),
  );
  if (body === undefined || path === undefined || !isShown) return false;
  return schemasOf(plan.api).problems(body.schema, sampleOf(without(example, path))).length > 0;
}

/** A PUT that says that it replaces leaves nothing of the free texts that it omits. */
function planReplaced(plan: Plan, create: Use, update: Use, read: Use) {
  const { method, body } = update.operation;
  const mark = `${update.name}-replaced`;
  const whole = renameOwnTexts(bodyIn(plan, update, 1), 'changed', mark);
  const shown = shownValues(plan, update, whole, objectsIn(plan, read));
  const isReplacing = method === 'PUT' && replacing.test(proseOf(update.operation));
  if (!isReplacing || body === undefined || shown === undefined) return [];
  const omitted = Object.entries(shown.pattern).flatMap(([name, value]) => {
    const path = hasOwnText(value) ? findMember(whole, (one) => one.name === name) : undefined;
    const rest = path && without(whole, path);
    const isOptional =
      rest !== undefined && schemasOf(plan.api).problems(body.schema, sampleOf(rest)).length === 0;
    return isOptional && hasOwnText(rest) ? [{ name, value, rest }] : [];
  });
  const [one] = omitted;
  if (one === undefined) return [];
  const about = {
    ...{ rule: 'replaced', kind: state },
    statement: `${labelOf(update)} leaves no ${one.name} when it omits it.`,
    needs: [statusOf(update), `${update.name}.stored`, `${create.name}.stored`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.prepare(update, { mark });
    writer.authorize(update.operation).cleanUpAfter(update, filled.path);
    for (const sent of [whole, one.rest]) {
      writer.send('When', update.operation, filled.path, { body: sent, query: filled.query });
      writer.add('Then', 'the requirement applies only if the status is a success');
      takeId(plan, update, writer);
    }
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    const place = `${shown.path}${step(one.name)}`;
    const table = [[`${place} is absent`], [`${place} is not ${JSON.stringify(one.value)}`]];
    writer.add('Then', 'one of these holds', { table });
  });
}

/** A change leaves the account that has created the resource. */
function planOwner(plan: Plan, create: Use, update: Use, read: Use): readonly PlannedRequirement[] {
  const [created, shown] = [authorPlace(plan, create), authorPlace(plan, read)];
  if (created === undefined || shown === undefined) return [];
  const about = {
    ...{ rule: 'author', kind: state },
    statement: `${labelOf(update)} leaves the account that has created the resource.`,
    needs: [statusOf(update), `${update.name}.stored`, `${create.name}.author`],
  };
  return draft(plan, update, about, (writer) => {
    writer.prepare(update, { mark: update.name });
    writer.add('Given', `the requirement applies only if ${created} is present`);
    writer.add('Given', `I remember ${created} as "author"`);
    const filled = writer.perform(update, 'Given');
    takeId(plan, update, writer);
    writer.authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    writer.add('Then', `${shown} is ${placeholder('author')}`);
  });
}

/** Sends a change that must succeed, and goes on to the read that shows its effect. */
export function changeBefore(
  plan: Plan,
  change: Use,
  read: Use,
  { path, query }: FilledPath,
  writer: Writer,
  body: unknown = usualBody(plan, change, 1),
): void {
  writer.authorize(change.operation, 'When').cleanUpAfter(change, path);
  writer.send('When', change.operation, path, { body, query });
  writer.add('Then', 'the requirement applies only if the status is a success');
  takeId(plan, change, writer);
  writer.authorize(read.operation, 'When');
}

/** An update of what does not exist creates nothing. */
function planUnknownUpdate(
  plan: Plan,
  { lists }: Resource,
  update: Use,
  read: Use,
): readonly PlannedRequirement[] {
  if (planUnknown(plan, update).length === 0) return [];
  const about = {
    ...{ rule: 'unknown.nothing', kind: state },
    statement: `${labelOf(update)} creates nothing when the resource does not exist.`,
    needs: [`${update.name}.unknown`, `${read.name}.unknown`],
  };
  return draft(plan, update, about, (writer) => {
    const body = unknownBody(plan, update);
    const filled = sendUnknown(plan, update, writer);
    writer.add('Then', 'the requirement applies only if the status is a client error');
    writer.authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect(unknownStatus(read.operation) ?? 'a client error');
    const [list] = lists;
    if (list === undefined || !hasOwnText(body)) return;
    writer.authorize(list.operation, 'When');
    writer.send('When', list.operation, listPathOf(plan, list), { query: longestPage(list) });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `the text of the body does not contain "${ownTextOf(body, unknownName)}"`);
  });
}
