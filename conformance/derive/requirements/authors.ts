/** Requirements about what shows which account has created a resource, or has acted on it. */
import { asObject, type Json } from '../../../kit/collections.js';
import { findMember } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import type { Parameter } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { hasOwnText, ownTextOf, renameOwnTexts } from '../examples/own-texts.js';
import { authorName } from '../resources/author-place.js';
import { type AccountAccess, accountFor, identityOf } from '../resources/own-account.js';
import { lastCreation } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources, type Resource } from '../resources/resource-uses.js';
import { listIn, objectsIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { accountNeeds, registering } from './accounts.js';
import { type Action, findActions } from './actions.js';
import { labelOf } from './answers.js';
import { demandStored, state, statusOf } from './stored-values.js';

/** What each resource shows of the account that has created it. */
export function planAuthors(plan: Plan): readonly PlannedRequirement[] {
  return [
    ...findResources(plan).flatMap((resource) => [
      ...planAuthor(plan, resource),
      ...resource.lists.flatMap((list) => planByAccount(plan, resource, list)),
    ]),
    ...findActions(plan).flatMap((action) => planFeeds(plan, action)),
  ];
}

/** A resource whose creator the scenario registers. */
interface Authored {
  readonly plan: Plan;
  readonly resource: Resource;
  readonly create: Use;
  readonly account: AccountAccess;
  /** The name of the member by which others know an account: `username`. */
  readonly identity: string;
}

function authored(plan: Plan, resource: Resource): Authored | undefined {
  const { create } = resource;
  const account = accountFor(plan, create.operation);
  const identity = account?.identity?.at(-1);
  const isAccount = create === registering(plan);
  if (account === undefined || identity === undefined || isAccount) return undefined;
  return { plan, resource, create, account, identity };
}

/**
 * Creates a resource as an account of its own, and goes on only when it is stored.
 *
 * @returns the path of the request
 */
function createAs(subject: Authored, writer: Writer, mark: string): string {
  const { plan, resource, create, account } = subject;
  const filled = writer.prepare(create);
  writer.actAs(account, mark).cleanUpAfter(create, filled.path);
  const body = renameOwnTexts(bodyOf(plan.api, create.operation), '', mark);
  if (!hasOwnText(body)) throw new NoExample('nothing recognizes what is created');
  writer.send('Given', create.operation, filled.path, { body, isShared: true });
  demandStored(plan, resource, writer, filled.path);
  return filled.path;
}

/** The member of a resource that shows its author: `author`, with the name of the account inside. */
function authorIn(
  { plan: { api }, create, identity }: Authored,
  properties: Json,
): string | undefined {
  const isSent = (name: string) =>
    findMember(bodyOf(api, create.operation), (one) => one.name === name) !== undefined;
  return Object.keys(properties).find((name) => {
    const inside = asObject(merged(api.document, properties[name]).properties);
    return authorName.test(name) && Object.hasOwn(inside, identity) && !isSent(name);
  });
}

/** The answer to a create shows who has sent it. */
function planAuthor(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create } = resource;
  const subject = authored(plan, resource);
  if (subject === undefined) return [];
  const places = objectsIn(plan, create).flatMap(({ path, properties }) => {
    const member = authorIn(subject, properties);
    return member === undefined ? [] : [`${path}${step(member)}${step(subject.identity)}`];
  });
  const [place] = places;
  if (place === undefined) return [];
  const mark = `${create.name}-author`;
  const about = {
    ...{ rule: 'author', kind: state },
    statement: `The answer to ${labelOf(create)} shows the account that has sent it.`,
    needs: [statusOf(create), `${create.name}.response.body`, ...accountNeeds(plan)],
    families: ['author'],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.prepare(create);
    writer.actAs(subject.account, mark).cleanUpAfter(create, filled.path);
    const body = renameOwnTexts(bodyOf(plan.api, create.operation), '', mark);
    writer.send('When', create.operation, filled.path, { body, isShared: true });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${place} is present`);
    writer.add('Then', `${place} is ${JSON.stringify(identityOf(subject.account, mark))}`);
  });
}

/** Filters by an account: by the author, and by those who have acted on a resource. */
function planByAccount(plan: Plan, resource: Resource, list: Use): readonly PlannedRequirement[] {
  const { create } = resource;
  const subject = authored(plan, resource);
  const found = listIn(plan, list);
  if (subject === undefined || found === undefined) return [];
  const properties = asObject(found.element.properties);
  return list.operation.parameters.flatMap((parameter) => {
    if (parameter.place !== 'query' || parameter.schema.type !== 'string') return [];
    if (parameter.name === authorIn(subject, properties))
      return planFilter(subject, list, parameter, found.path);
    const isOfAccount = /\b(user|account|member|author)/i.test(parameter.text ?? '');
    const action = findActions(plan).find(
      (one) => one.flag === parameter.name && one.resource === create.operation && isOfAccount,
    );
    return action === undefined ? [] : planFilter(subject, list, parameter, found.path, action);
  });
}

function planFilter(
  subject: Authored,
  list: Use,
  parameter: Parameter,
  place: string,
  action?: Action,
): readonly PlannedRequirement[] {
  const { plan, create, account } = subject;
  const { name } = parameter;
  const mark = `${create.name}-author`;
  const about = {
    ...{ rule: `${name.toLowerCase()}.account`, kind: 'lists' as const },
    statement: `${labelOf(list)} with the name of an account for ${name} has what belongs to it.`,
    needs: [
      ...[statusOf(list), statusOf(create), ...accountNeeds(plan)],
      ...(action === undefined ? [] : [statusOf(action.use)]),
    ],
  };
  return draft(plan, list, about, (writer) => {
    const path = createAs(subject, writer, mark);
    if (action !== undefined) act(plan, action, writer);
    const query = { [name]: String(identityOf(account, mark)) };
    const text = ownTextOf(bodyOf(plan.api, create.operation), mark);
    const until = `the text of the body contains "${text}"`;
    writer.send('When', list.operation, path, { query, until });
    writer.expect('a success');
    writer.add('Then', `${place} has 1 element`);
  });
}

/** Acts on the resource whose id is remembered, and goes on only if this shows. */
function act(plan: Plan, action: Action, writer: Writer): void {
  const creation = lastCreation(plan, action.read);
  if (creation?.jsonPath === undefined) throw new NoExample('nothing tells the id');
  actOn(plan, action, writer, creation.value);
}

/** @param id of the resource, or a placeholder for it */
function actOn(plan: Plan, { use, place, flag }: Action, writer: Writer, id: string): void {
  const path = use.operation.path.replace(/\{[^{}]+\}/, () => id);
  writer.send('Given', use.operation, path);
  const isAnswered = objectsIn(plan, use).some(
    (one) => one.path === place && Object.hasOwn(one.properties, flag),
  );
  if (isAnswered)
    writer.add('Given', `the requirement applies only if ${place}${step(flag)} is true`);
}

/**
 * Lists of what the accounts have created that one follows, as the description says: without them the
 * list is empty, and with one it has what that one creates.
 */
function planFeeds(plan: Plan, action: Action): readonly PlannedRequirement[] {
  const account = accountFor(plan, action.use.operation);
  if (account === undefined || account.registration.operation !== action.resource) return [];
  return plan.uses.flatMap((list) => {
    const { operation, byQuery } = list;
    const text = `${operation.summary ?? ''} ${operation.description ?? ''}`;
    const isFeed = new RegExp(`\\byou(?:'re| are| have)? ${action.verb}`, 'i').test(text);
    const found = listIn(plan, list);
    const isPlain = operation.method === 'GET' && !operation.path.includes('{') && !byQuery;
    if (!isFeed || !isPlain || found === undefined) return [];
    if (accountFor(plan, operation) === undefined) return [];
    const needs = [statusOf(list), ...accountNeeds(plan)];
    const empty = draft(
      plan,
      list,
      {
        ...{ rule: 'empty', kind: state, needs },
        statement: `${labelOf(list)} is empty for an account that has used ${labelOf(action.use)} for nobody.`,
      },
      (writer) => {
        const mark = `${list.name}-nobody`;
        const subject = authoredIn(plan, list);
        // What the account has created itself is not what others have.
        if (subject === undefined) writer.actAs(account, mark);
        else createAs(subject, writer, mark);
        writer.send('When', operation, operation.path);
        writer.applyOnlyIfAccepted();
        writer.add('Then', `${found.path} has 0 elements`);
      },
    );
    return [...empty, ...planFed(plan, action, list, account)];
  });
}

/** The resource that the elements of a list show most of; undefined for none. */
function authoredIn(plan: Plan, list: Use): Authored | undefined {
  const element = Object.keys(asObject(listIn(plan, list)?.element.properties));
  const creates = findResources(plan).flatMap((one) => authored(plan, one) ?? []);
  // The resource that the elements of the list show most of.
  const shownOf = ({ create }: Authored) =>
    objectsIn(plan, create)
      .map(({ properties }) => element.filter((one) => Object.hasOwn(properties, one)).length)
      .reduce((most, one) => Math.max(most, one), 0);
  const [subject] = creates
    .filter((one) => shownOf(one) > element.length / 2)
    .sort((a, b) => shownOf(b) - shownOf(a));
  return subject;
}

function planFed(plan: Plan, action: Action, list: Use, reader: AccountAccess) {
  const subject = authoredIn(plan, list);
  if (subject === undefined) return [];
  const { create, account } = subject;
  const mark = `${create.name}-author`;
  const about = {
    ...{ rule: 'shown', kind: state },
    statement: `${labelOf(list)} has what is created by an account that ${labelOf(action.use)} names.`,
    needs: [statusOf(list), statusOf(create), statusOf(action.use), ...accountNeeds(plan)],
  };
  return draft(plan, list, about, (writer) => {
    createAs(subject, writer, mark);
    writer.actAs(reader, `${list.name}-reader`);
    actOn(plan, action, writer, String(identityOf(account, mark)));
    const text = ownTextOf(bodyOf(plan.api, create.operation), mark);
    const until = `the text of the body contains "${text}"`;
    writer.send('When', list.operation, list.operation.path, { until });
    writer.expect('a success');
  });
}
