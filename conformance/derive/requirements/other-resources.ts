/** Requirements that what is done to one resource leaves others as they are. */

import { asObject } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import { NoExample } from '../examples/example-value.js';
import { hasOwnText, ownTextOf, renameOwnTexts } from '../examples/own-texts.js';
import { ownAccountOf } from '../resources/own-account.js';
import { lastCreation } from '../resources/ownership.js';
import { isPaged } from '../resources/paging.js';
import { isLater, type Plan, placeholder, type Use } from '../resources/plan.js';
import { findResources, listPathOf, type Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import { objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import type { Action } from './actions.js';
import { labelOf } from './answers.js';
import { bodyIn, judgeValues, shownByElements, state, statusOf } from './stored-values.js';
import { nextSecond, timesShown } from './times.js';
import { changeBefore } from './updates.js';

/** The resources of a scenario, in the order in which they are created. */
const [before, own, after] = ['before', 'own', 'after'] as const;

/** A change or a deletion concerns one resource: those before and after it are as they were. */
export function planOthers(
  plan: Plan,
  resource: Resource,
  change: Use,
): readonly PlannedRequirement[] {
  const { create, reads, lists } = resource;
  const [read, list] = [reads[0], lists[0]];
  // Accounts may not see each other.
  if (ownAccountOf(plan, change) !== undefined) return [];
  const about = {
    ...{ rule: 'others', kind: state },
    statement: `${labelOf(change)} leaves other resources as they are.`,
    needs: [statusOf(change), `${create.name}.${read === undefined ? 'listed' : 'stored'}`],
  };
  return draft(plan, change, about, (writer) => {
    if (read !== undefined) return changeAmongRead(plan, resource, read, change, writer);
    if (list === undefined) throw new NoExample('nothing shows the resources');
    return deleteAmongListed(plan, resource, list, change, writer);
  });
}

/** Creates three resources, and goes on with the id of the second one. */
function createThree(plan: Plan, use: Use, change: Use, writer: Writer, last?: unknown) {
  const creation = lastCreation(plan, use);
  if (creation?.jsonPath === undefined) throw new NoExample('nothing tells the id');
  // Nobody else creates a resource between these.
  writer.hold(creation.operation);
  for (const place of [before, own, after]) {
    if (place === after && last !== undefined) {
      writer.send('When', creation.operation, creation.path, { body: last });
      // A server may want other values than those of the resource before.
      writer.applyOnlyIfAccepted();
      writer.add('When', `I remember ${creation.jsonPath} as "${place}"`);
      continue;
    }
    writer.prepare(use, { mark: `${change.name}-${place}` });
    writer.add('Given', `I remember ${placeholder(creation.name)} as "${place}"`);
  }
  writer.add('Given', `I remember ${placeholder(own)} as "${creation.name}"`);
  const filled = writer.prepare(change, { mark: `${change.name}-${own}` });
  return { creation, filled };
}

/** Members that hardly any two resources share. */
const distinct = /mail|phone|slug|log_?in|code|serial|number|handle|key|ur[il]|user_?name/i;

/**
 * The body of the third resource: with the values of the second one, where the description does not say
 * that two cannot have them.
 */
function lastBody({ operation }: Use, body: unknown, change: Use): unknown {
  const [same, other] = [own, after].map((place) =>
    asObject(renameOwnTexts(body, '', `${change.name}-${place}`)),
  );
  if (operation.answers.some(({ status }) => status === '409') || same === undefined) return other;
  const values = Object.entries(same).map(([name, value]) => [
    name,
    distinct.test(name) ? other?.[name] : value,
  ]);
  return Object.fromEntries(values);
}

function changeAmongRead(
  plan: Plan,
  { create }: Resource,
  read: Use,
  change: Use,
  writer: Writer,
): void {
  const body = bodyIn(plan, create, 0);
  const shown = shownValues(plan, create, body, objectsIn(plan, read));
  if (shown === undefined) throw new NoExample('nothing shows what is created');
  // What is made later is waited for, as all that a scenario prepares is.
  const last = isLater(create.operation) ? undefined : lastBody(create, body, change);
  const { creation, filled } = createThree(plan, read, change, writer, last);
  const item = fillPath(plan, read.operation, { byQuery: read.byQuery });
  const readAt = (place: string) => {
    const at = (text: string) => text.replace(creation.value, () => placeholder(place));
    const pairs = Object.entries(item.query).map(([key, one]) => [key, at(one)]);
    writer.send('When', read.operation, at(item.path), { query: Object.fromEntries(pairs) });
  };
  const changed = timesShown(plan, read)?.changed;
  if (changed !== undefined) {
    writer.authorize(read.operation);
    readAt(after);
    writer.add('Given', `the requirement applies only if ${changed} is present`);
    writer.add('Given', `I remember ${changed} as "time"`);
    writer.add('Given', nextSecond);
  }
  changeBefore(plan, change, read, filled, writer);
  for (const place of [before, after]) {
    readAt(place);
    writer.expect('a success');
    if (place === after && changed !== undefined)
      writer.add('Then', `${changed} is ${placeholder('time')}`);
    const usual = renameOwnTexts(body, '', `${change.name}-${place}`);
    const sent = place === after ? (last ?? usual) : usual;
    const expected = shownValues(plan, create, sent, objectsIn(plan, read));
    if (expected !== undefined) judgeValues(writer, expected);
  }
}

/** What no GET shows alone is in the list. */
function deleteAmongListed(
  plan: Plan,
  { create }: Resource,
  list: Use,
  change: Use,
  writer: Writer,
): void {
  if (isPaged(list)) throw new NoExample('the list may have further pages');
  const { filled } = createThree(plan, change, change, writer);
  writer.authorize(change.operation).send('When', change.operation, filled.path);
  writer.applyOnlyIfAccepted();
  readList(list, listPathOf(plan, list), writer);
  const { pattern } = demandElements(plan, create, list);
  for (const place of [before, after])
    writer.add(
      'Then',
      `the text of the body contains "${ownTextOf(pattern, `${change.name}-${place}`)}"`,
    );
}

function readList(list: Use, path: string, writer: Writer): void {
  writer.authorize(list.operation, 'When').send('When', list.operation, path);
  writer.expect('a success');
}

/** A deleted resource takes nothing with it that was created below another one. */
export function planChildren(plan: Plan, resource: Resource, removal: Use) {
  const parent = resource.create.operation;
  return findResources(plan)
    .flatMap(({ create, lists, reads }) => {
      const [list] = lists;
      if (list === undefined || lastCreation(plan, list)?.operation !== parent) return [];
      if (ownAccountOf(plan, list) !== undefined) return [];
      const about = {
        ...{ rule: 'others.children', kind: state },
        statement: `${labelOf(removal)} leaves what ${labelOf(list)} shows of other resources.`,
        needs: [statusOf(removal), `${create.name}.listed`, ...reads.map(statusOf)],
      };
      return draft(plan, removal, about, (writer) =>
        deleteBeside(plan, { create, list, removal }, writer),
      );
    })
    .slice(0, 1);
}

function deleteBeside(
  plan: Plan,
  { create, list, removal }: { readonly create: Use; readonly list: Use; readonly removal: Use },
  writer: Writer,
): void {
  const creation = lastCreation(plan, list);
  const mark = `${removal.name}-kept`;
  const body = renameOwnTexts(bodyIn(plan, create, 0), '', mark);
  if (creation?.jsonPath === undefined) throw new NoExample('nothing tells the id');
  const { pattern } = demandElements(plan, create, list);
  const { path } = writer.prepare(list, { mark });
  writer.authorize(create.operation).cleanUpAfter(create, path);
  writer.send('Given', create.operation, path, { body });
  writer.add('Given', `I remember ${placeholder(creation.name)} as "kept"`);
  const filled = writer.prepare(removal, { mark: `${removal.name}-children` });
  writer.authorize(removal.operation).send('When', removal.operation, filled.path);
  writer.applyOnlyIfAccepted();
  readList(
    list,
    path.replace(creation.value, () => placeholder('kept')),
    writer,
  );
  writer.add('Then', `the text of the body contains "${ownTextOf(pattern, mark)}"`);
}

/** @throws NoExample unless the elements of a list show the unique text of what is created */
function demandElements(plan: Plan, create: Use, list: Use): ShownValues {
  const shown = shownByElements(plan, create, list);
  if (shown === undefined || !hasOwnText(shown.pattern))
    throw new NoExample('the elements of the list show nothing of the request');
  return shown;
}

/** What is done to one resource shows in no other one. */
export function planOthersOfAction(plan: Plan, { use, read, place, flag }: Action) {
  const creation = lastCreation(plan, read);
  if (creation?.jsonPath === undefined || ownAccountOf(plan, use) !== undefined) return [];
  const about = {
    ...{ rule: 'others', kind: state },
    statement: `${labelOf(read)} shows the effect of ${labelOf(use)} in no other resource.`,
    needs: [statusOf(use), statusOf(read), `${use.name}.shown`],
  };
  return draft(plan, use, about, (writer) => {
    const other = writer.prepare(read, { mark: `${use.name}-other` });
    writer.add('Given', `I remember ${placeholder(creation.name)} as "other"`);
    const filled = writer.prepare(use, { mark: `${use.name}-acted` });
    writer.authorize(use.operation).send('When', use.operation, filled.path);
    writer.applyOnlyIfAccepted();
    const path = other.path.replace(creation.value, () => placeholder('other'));
    writer.authorize(read.operation, 'When').send('When', read.operation, path);
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${place}${step(flag)} is present`);
    writer.add('Then', `${place}${step(flag)} is false`);
  });
}
