/** Requirements about what requests store, change and delete. */

import { withValueAt } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import { partsOf } from '../description/paths.js';
import { namesFalsey, unknownStatus } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, ownTextOf, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { ownAccountOf } from '../resources/own-account.js';
import { creationBy, lastCreation } from '../resources/ownership.js';
import { isPaged, longestPage } from '../resources/paging.js';
import { isLater, type Plan, type Use } from '../resources/plan.js';
import { findResources, listPathOf, type Resource } from '../resources/resource-uses.js';
import { isCreatingPut } from '../resources/resources.js';
import { listIn, objectsIn, shownValues } from '../resources/shown-values.js';
import { draft, planEach } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { findActions, planActions } from './actions.js';
import { labelOf } from './answers.js';
import { planCreated } from './creations.js';
import { planFalsey } from './falsey-values.js';
import { demandListed } from './lists.js';
import { planNotation } from './notations.js';
import { planChildren, planOthers, planOthersOfAction } from './other-resources.js';
import { judgeId } from './shown-ids.js';
import {
  bodyIn,
  demandStored,
  incompleteBody,
  judgeValues,
  planShownByAnswer,
  shownByElements,
  state,
  statusOf,
} from './stored-values.js';
import { planTexts } from './texts.js';
import { planTimes } from './times.js';
import { planUnique } from './unique.js';
import { planUpdate } from './updates.js';

/** The kinds of requirements about one resource. */
const ofResource = [
  planCreation,
  planTexts,
  planFalsey,
  planTimes,
  planUpdates,
  planUnique,
  planRemovals,
  planEmptyLists,
] as const;

/** What each resource of the description shows of the requests about it. */
export function planState(plan: Plan): readonly PlannedRequirement[] {
  return [
    ...findResources(plan).flatMap((resource) => planEach(ofResource, plan, resource)),
    ...planEach([planNotation, planActions, planOthersOfActions], plan, undefined),
  ];
}

function planUpdates(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { updates } = resource;
  return [
    ...updates.flatMap((update) => planUpdate(plan, resource, update)),
    ...updates.slice(0, 1).flatMap((one) => planOthers(plan, resource, one)),
  ];
}

function planRemovals(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  return resource.removals.flatMap((removal) => planRemoval(plan, resource, removal));
}

function planEmptyLists(plan: Plan, { lists, create }: Resource): readonly PlannedRequirement[] {
  return lists.flatMap((list) => planEmptyList(plan, list, create));
}

function planOthersOfActions(plan: Plan): readonly PlannedRequirement[] {
  return findActions(plan).flatMap((action) => planOthersOfAction(plan, action));
}

function planCreation(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create, reads, lists } = resource;
  return [
    ...planShownByAnswer(plan, create, 0),
    ...reads.flatMap((read) => planStored(plan, create, read)),
    ...lists.flatMap((list) => planListed(plan, resource, list)),
    ...planCreated(plan, resource),
    ...lists.slice(0, 1).flatMap((list) => planRefused(plan, create, list)),
  ];
}

function planStored(plan: Plan, create: Use, read: Use): readonly PlannedRequirement[] {
  const shown = shownValues(plan, create, bodyIn(plan, create, 0), objectsIn(plan, read));
  const about = {
    ...{ rule: 'stored', kind: state },
    statement: `${labelOf(read)} shows what ${labelOf(create)} has stored.`,
    needs: [statusOf(read), `${read.name}.response.body`, `${create.name}.response.values`],
  };
  return draft(plan, create, about, (writer) => {
    writer.perform(read, 'When');
    writer.expect('a success');
    if (shown !== undefined) judgeValues(writer, shown);
    judgeId(plan, read, writer);
  });
}

function planListed(plan: Plan, resource: Resource, list: Use) {
  const { create } = resource;
  const about = {
    ...{ rule: 'listed', kind: state },
    statement: `${labelOf(list)} has what ${labelOf(create)} creates.`,
    needs: [statusOf(list), `${list.name}.response.body`, `${create.name}.stored`],
    // While the run has created less than a page.
    tags: isPaged(list) ? ['@first'] : [],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.perform(create, 'Given');
    const isRead = demandStored(plan, resource, writer, filled.path);
    const own = shownByElements(plan, create, list)?.pattern;
    // Another text is a mistake of what stores it.
    if (isRead && hasOwnText(own))
      writer.add(
        'Then',
        `the requirement applies only if the text of the body contains "${ownTextOf(own)}"`,
      );
    const path = isCreatingPut(create.operation) ? parentOf(filled.path) : filled.path;
    const sign = `the text of the body contains ${signIn(plan, create, list, filled.path)}`;
    demandListed(plan, list, writer, { path, sign });
    judgeElement(plan, create, list, writer);
  });
}

/** The element of a list shows what was sent. */
function judgeElement(plan: Plan, create: Use, list: Use, writer: Writer): void {
  const [found, shown] = [listIn(plan, list), shownByElements(plan, create, list)];
  const own = Object.entries(shown?.pattern ?? {}).find(([, value]) => value === uniqueText());
  if (found === undefined || shown === undefined || own === undefined) return;
  const { [own[0]]: _own, ...rest } = shown.pattern;
  if (Object.keys(rest).length === 0) return;
  const elements = `${found.path}[?@${step(own[0])} == '${uniqueText()}']`;
  writer.add('Then', `every element of ${elements} matches ${JSON.stringify(rest)}`);
}

function parentOf(path: string): string {
  return `/${partsOf(path).slice(0, -1).join('/')}`;
}

/**
 * The text by which a list shows a created resource: its unique text, when the elements have that
 * member.
 *
 * @throws NoExample when they have none
 */
function signIn(plan: Plan, create: Use, list: Use, path: string): string {
  const creation = creationBy(plan, create.operation, path);
  const element = listIn(plan, list)?.element ?? {};
  const shown = shownByElements(plan, create, list);
  if (hasOwnText(shown?.pattern)) return `"${ownTextOf(shown?.pattern)}"`;
  if (isCreatingPut(create.operation)) return `"${uniqueText()}"`;
  const member = creation?.jsonPath?.replace(/^.*\./, '') ?? '';
  if (creation?.jsonPath === undefined || !Object.hasOwn(Object(element.properties), member))
    throw new NoExample('the elements of the list show nothing of the request');
  return `"${creation.value}"`;
}

/** The number of further rejected creations that are sent. */
const mostFalsey = 10;

/** A body without a required member, and those with a falsey one where that counts like a missing one. */
function refusedBodies(plan: Plan, create: Use): readonly unknown[] {
  const { body } = create.operation;
  const incomplete = incompleteBody(plan, create);
  if (body === undefined || incomplete === undefined) return [];
  if (!namesFalsey(create.operation)) return [incomplete];
  const example = renameOwnTexts(bodyIn(plan, create, 0), '', 'refused');
  const required = membersIn(plan.api.document, body.schema, example).filter(
    (one) => one.isRequired,
  );
  const falsey = ['', 0, false].flatMap((value) =>
    required.map(({ path }) => withValueAt(example, path, value)),
  );
  const isRefused = (one: unknown) =>
    hasOwnText(one) && schemasOf(plan.api).problems(body.schema, sampleOf(one)).length > 0;
  return [incomplete, ...falsey.filter(isRefused).slice(0, mostFalsey)];
}

/** A creation that is rejected stores nothing. */
function planRefused(plan: Plan, create: Use, list: Use): readonly PlannedRequirement[] {
  const { operation } = create;
  const about = {
    ...{ rule: 'refused.nothing', kind: state },
    // What is stored all the same may be in no list that is valid, and other rejected requests fill it.
    tags: ['@alone'],
    statement: `${labelOf(create)} stores nothing when it is rejected.`,
    needs: [statusOf(create), statusOf(list)],
  };
  const bodies = refusedBodies(plan, create);
  if (bodies.length === 0) return [];
  return draft(plan, create, about, (writer) => {
    const { path } = writer.prepare(create);
    writer.authorize(operation).cleanUpAfter(create, path);
    for (const body of bodies) {
      writer.send('When', operation, path, { body });
      writer.add('Then', 'the requirement applies only if the status is a client error');
    }
    writer.authorize(list.operation, 'When');
    writer.send('When', list.operation, path, { query: longestPage(list) });
    writer.applyOnlyIfAccepted();
    for (const text of new Set(bodies.map((body) => ownTextOf(body, 'refused'))))
      writer.add('Then', `the text of the body does not contain "${text}"`);
  });
}

function planRemoval(plan: Plan, resource: Resource, removal: Use): readonly PlannedRequirement[] {
  const { create, reads, lists } = resource;
  const gone = reads.flatMap((read) =>
    draft(
      plan,
      removal,
      {
        ...{ rule: 'gone', kind: state },
        statement: `${labelOf(read)} does not find what ${labelOf(removal)} has deleted.`,
        needs: [statusOf(removal), statusOf(read), `${read.name}.unknown`],
      },
      (writer) => {
        const filled = writer.perform(removal, 'Given');
        writer.authorize(read.operation);
        // The token of an account may end with it.
        const isAccount = ownAccountOf(plan, read) !== undefined;
        const known = isAccount ? undefined : unknownStatus(read.operation);
        const status = known ?? 'a client error';
        const until = isLater(removal.operation) ? { until: `the status is ${status}` } : {};
        writer.send('When', read.operation, filled.path, { query: filled.query, ...until });
        writer.expect(status);
      },
    ),
  );
  const unlisted = lists.flatMap((list) =>
    draft(
      plan,
      removal,
      {
        ...{ rule: 'unlisted', kind: state },
        statement: `${labelOf(list)} lacks what ${labelOf(removal)} has deleted.`,
        needs: [statusOf(removal), statusOf(list), `${create.name}.listed`, `${removal.name}.gone`],
      },
      (writer) => {
        writer.perform(removal, 'Given');
        const path = listPathOf(plan, list);
        writer.authorize(list.operation);
        const text = ownTextOf(bodyOf(plan.api, create.operation), removal.name);
        const until = `the text of the body does not contain "${text}"`;
        writer.send('When', list.operation, path, { query: longestPage(list), until });
        writer.applyOnlyIfAccepted();
      },
    ),
  );
  const others = [...planOthers(plan, resource, removal), ...planChildren(plan, resource, removal)];
  return [...gone.slice(0, 1), ...unlisted.slice(0, 1), ...others];
}

/** The requirement that each parent of a list has an id of its own. */
function distinctParent(plan: Plan, list: Use): readonly string[] {
  const creating = lastCreation(plan, list)?.operation;
  return plan.uses.flatMap((one) => (one.operation === creating ? `${one.name}.distinct` : []));
}

/**
 * The list of a parent that was just created. It must not have what another parent has; a server may
 * give each parent something of its own, such as a first channel.
 */
function planEmptyList(plan: Plan, list: Use, create: Use): readonly PlannedRequirement[] {
  const found = listIn(plan, list);
  if (found === undefined || lastCreation(plan, list) === undefined) return [];
  const about = {
    ...{ rule: 'empty', kind: state },
    needs: [statusOf(list), `${list.name}.response.body`, ...distinctParent(plan, list)],
  };
  const read = (writer: Writer) => {
    const filled = writer.prepare(list, { mark: `${list.name}-empty` });
    writer.authorize(list.operation);
    writer.send('When', list.operation, filled.path, { query: longestPage(list) });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${found.path} is present`);
  };
  const foreign = `${labelOf(list)} has nothing that was created below another resource.`;
  const besideOthers = draft(plan, list, { ...about, statement: foreign }, (writer) => {
    const { pattern } = shownByElements(plan, create, list) ?? {};
    if (!hasOwnText(pattern)) throw new NoExample('nothing tells the elements of others');
    writer.perform(create, 'Given');
    read(writer);
    writer.add('Then', `the text of the body does not contain "${ownTextOf(pattern)}"`);
  });
  if (besideOthers.length > 0) return besideOthers;
  const empty = `${labelOf(list)} is empty while nothing was created there.`;
  return draft(plan, list, { ...about, level: 'open', statement: empty }, (writer) => {
    read(writer);
    writer.add('Then', `${found.path} has 0 elements`);
  });
}
