/** Requirements about what requests store, change and delete. */
import { valueAt } from '../../../kit/collections.js';
import { unknownStatus } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { hasOwnText, ownTextOf, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { findMember, withValueAt } from '../resources/logins.js';
import { ownAccountOf } from '../resources/own-account.js';
import { creationBy, lastCreation } from '../resources/ownership.js';
import { longestPage } from '../resources/paging.js';
import { isLater, type Plan, type Use } from '../resources/plan.js';
import { step } from '../resources/resource-ids.js';
import { findResources, listPathOf, type Resource } from '../resources/resource-uses.js';
import { fillPath, isCreatingPut, partsOf } from '../resources/resources.js';
import { listIn, objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { findActions, planActions } from './actions.js';
import { labelOf } from './answers.js';
import { planCreated } from './creations.js';
import { planFalsey } from './falsey.js';
import { demandListed, isPaged } from './lists.js';
import { planChildren, planOthers, planOthersOfAction } from './others.js';
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
import { planUpdate } from './updates.js';

/** What each resource of the description shows of the requests about it. */
export function planState(plan: Plan): readonly PlannedRequirement[] {
  return [
    ...findResources(plan).flatMap((resource) => [
      ...planCreation(plan, resource),
      ...planFalsey(plan, resource),
      ...resource.updates.flatMap((update) => planUpdate(plan, resource, update)),
      ...resource.updates.slice(0, 1).flatMap((one) => planOthers(plan, resource, one)),
      ...resource.removals.flatMap((removal) => planRemoval(plan, resource, removal)),
      ...resource.lists.flatMap((list) => planEmptyList(plan, list, resource.create)),
    ]),
    ...planActions(plan),
    ...findActions(plan).flatMap((action) => planOthersOfAction(plan, action)),
  ];
}

function planCreation(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create, reads, lists } = resource;
  return [
    ...planShownByAnswer(plan, create, 0),
    ...reads.flatMap((read) => planStored(plan, create, read)),
    ...lists.flatMap((list) => planListed(plan, resource, list)),
    ...planCreated(plan, resource),
    ...planTexts(plan, create, reads),
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

/** Characters that mean something in HTML, JSON, URLs or SQL, or are beyond the usual alphabets. */
const oddCharacters = ' é漢😀 "x" \'y\' \\ % %41 & + ;';

/** A text is stored as it is sent. */
function planTexts(plan: Plan, create: Use, [read]: readonly Use[]): readonly PlannedRequirement[] {
  const { operation } = create;
  const { body } = operation;
  const usual = bodyIn(plan, create, 0);
  const path = findMember(usual, ({ value }) => value === uniqueText());
  const own = valueAt(renameOwnTexts(usual, '', 'texts'), path ?? []);
  if (body === undefined || path === undefined || read === undefined) return [];
  const whole = withValueAt(renameOwnTexts(usual, '', 'texts'), path, `${own}${oddCharacters}`);
  const isValid = schemasOf(plan.api).problems(body.schema, sampleOf(whole)).length === 0;
  const shown = shownValues(plan, create, whole, objectsIn(plan, read));
  const creation = lastCreation(plan, read);
  // An id that is made of the text would have to be encoded.
  const isId = creation?.jsonPath?.endsWith(step(String(path.at(-1)))) ?? true;
  if (isId || creation?.jsonPath === undefined || creation.deletion === undefined) return [];
  const { jsonPath, name } = creation;
  if (!isValid || shown === undefined || !JSON.stringify(shown.pattern).includes('%41')) return [];
  const about = {
    ...{ rule: 'texts', kind: state },
    statement: `${labelOf(read)} shows a text with unusual characters as it was sent.`,
    needs: [statusOf(read), `${create.name}.stored`],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.prepare(create);
    writer.authorize(operation).cleanUpAfter(create, filled.path);
    writer.send('When', operation, filled.path, { body: whole });
    // A server may have rules about texts that no schema states.
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `the requirement applies only if ${jsonPath} is present`);
    writer.add('When', `I remember ${jsonPath} as "${name}"`);
    writer.actAsCreated(read, { ...creation, body: whole }, 'When');
    const item = fillPath(plan, read.operation, { byQuery: read.byQuery });
    writer.authorize(read.operation, 'When');
    const until = isLater(operation) ? { until: 'the status is a success' } : {};
    writer.send('When', read.operation, item.path, { query: item.query, ...until });
    writer.expect('a success');
    judgeValues(writer, shown);
  });
}

/** A creation that is rejected stores nothing. */
function planRefused(plan: Plan, create: Use, list: Use): readonly PlannedRequirement[] {
  const { operation } = create;
  const rest = incompleteBody(plan, create);
  const about = {
    ...{ rule: 'refused.nothing', kind: state },
    // What is stored all the same may be in no list that is valid, and other rejected requests fill it.
    tags: ['@alone'],
    statement: `${labelOf(create)} stores nothing when it is rejected.`,
    needs: [statusOf(create), statusOf(list)],
  };
  if (rest === undefined) return [];
  return draft(plan, create, about, (writer) => {
    const { path } = writer.prepare(create);
    writer.authorize(operation).cleanUpAfter(create, path);
    writer.send('When', operation, path, { body: rest });
    writer.add('Then', 'the requirement applies only if the status is a client error');
    writer.authorize(list.operation, 'When');
    writer.send('When', list.operation, path, { query: longestPage(list) });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `the text of the body does not contain "${ownTextOf(rest, 'refused')}"`);
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
        writer.add('Then', 'the requirement applies only if the status is a success');
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
    writer.send('When', list.operation, filled.path);
    writer.add('Then', 'the requirement applies only if the status is a success');
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
