/** Requirements about requests that change a resource. */
import { asObject } from '../../../kit/collections.js';
import { findMember, without } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import { typeOf } from '../description/merged-schema.js';
import { proseOf, replacing } from '../description/prose.js';
import { unknownStatus } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { NoExample } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, ownTextOf, renameOwnTexts } from '../examples/own-texts.js';
import { authorPlace } from '../resources/author-place.js';
import { isAccountChange, usualBody } from '../resources/own-account.js';
import { isPaged, longestPage } from '../resources/paging.js';
import { isLater, type Plan, placeholder, type Use } from '../resources/plan.js';
import { listPathOf, type Resource } from '../resources/resource-uses.js';
import type { FilledPath } from '../resources/resources.js';
import { objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { planUnknown, sendUnknown, unknownBody, unknownName } from './errors.js';
import { planRest } from './kept-members.js';
import { takeId, takeToken } from './replaced-identity.js';
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
    const changed = bodyIn(plan, update, 1);
    judgeListed(plan, resource, writer, filled.path, changed, hasOtherState(plan, update, changed));
    if (writer.steps.length === length) throw new NoExample('nothing tells the element');
  });
}

/** Whether a body has other words or booleans than the usual one: an archived resource may be in no list. */
function hasOtherState({ api: { document } }: Plan, { operation }: Use, changed: unknown): boolean {
  return membersIn(document, operation.body?.schema, changed).some(({ path, schema }) => {
    const isState = schema.enum !== undefined || typeOf(schema) === 'boolean';
    return isState && path.length === 1;
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
      writer.applyOnlyIfAccepted();
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
  writer.applyOnlyIfAccepted();
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
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the text of the body does not contain "${ownTextOf(body, unknownName)}"`);
  });
}
