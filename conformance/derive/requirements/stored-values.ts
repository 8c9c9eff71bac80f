/** What all requirements about stored values have in common. */
import { asObject } from '../../../kit/collections.js';
import { without } from '../../../kit/member-path.js';
import { step, successesOf } from '../description/answered-ids.js';
import { isWrittenAsJson } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { ifMade, NoExample } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, renameOwnTexts } from '../examples/own-texts.js';
import { usualBody } from '../resources/own-account.js';
import { creationBy, lastCreation } from '../resources/ownership.js';
import { isPaged, longestPage } from '../resources/paging.js';
import { type Plan, successIds, type Use } from '../resources/plan.js';
import { listPathOf, type Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import {
  listIn,
  objectsIn,
  type ShownObject,
  type ShownValues,
  shownValues,
} from '../resources/shown-values.js';
import { fullBody } from '../resources/spare-members.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf, statusesOf } from './answers.js';

/** The kind of requirements about what requests store, change and delete. */
export const state = 'state' as const;

/** Judges the values that an answer shows. */
export function judgeValues(writer: Writer, { path, pattern, lists = {} }: ShownValues): void {
  const inline = JSON.stringify(pattern);
  if (inline.length < 100 && !/[{[].*[{[].*[{[]/.test(inline))
    writer.add('Then', `${path} matches ${inline}`);
  else writer.add('Then', `${path} matches`, { below: JSON.stringify(pattern, undefined, 2) });
  for (const [name, texts] of Object.entries(lists))
    writer.add(
      'Then',
      `the elements of ${path}${step(name)} are ${JSON.stringify(texts)} in any order`,
    );
}

/** The values of a creation that the elements of a list show. */
export function shownByElements(plan: Plan, create: Use, list: Use): ShownValues | undefined {
  return shownValues(plan, create, bodyIn(plan, create, 0), [elementOf(plan, list)]);
}

function elementOf(plan: Plan, list: Use): ShownObject {
  const element = listIn(plan, list)?.element ?? {};
  return { path: '$', properties: asObject(element.properties), required: [] };
}

/** The id of the requirement that a use succeeds. */
export function statusOf({ name }: Use): string {
  return `${name}.response.status`;
}

/** The body of a use, in a variant that is possible. */
export function bodyIn(plan: Plan, use: Use, variant: number): unknown {
  return ifMade(() => usualBody(plan, use, variant));
}

/** The body of a creation with all its members; undefined when none is possible. */
export function fullBodyIn(plan: Plan, create: Use): unknown {
  return ifMade(() => fullBody(plan, create));
}

/** A body that lacks a required member, and by which the run recognizes what is stored all the same. */
export function incompleteBody(plan: Plan, use: Use): unknown {
  const { body } = use.operation;
  if (body === undefined || !isWrittenAsJson(body.mediaType)) return undefined;
  const example = renameOwnTexts(bodyIn(plan, use, 0), '', 'refused');
  return membersIn(plan.api.document, body.schema, example)
    .filter((one) => one.isRequired)
    .map(({ path }) => without(example, path))
    .find(
      (one) =>
        hasOwnText(one) && schemasOf(plan.api).problems(body.schema, sampleOf(one)).length > 0,
    );
}

/**
 * Remembers the id of what the latest request created, and goes on only when a GET shows it: what is
 * not stored is not in lists either.
 *
 * @param path of the creating request
 * @param sent its body
 * @returns whether the latest answer is that of the GET
 */
export function demandStored(
  plan: Plan,
  resource: Resource,
  writer: Writer,
  path: string,
  sent: unknown = bodyIn(plan, resource.create, 0),
): boolean {
  const isRead = readCreated(plan, resource, writer, path, sent);
  if (isRead) writer.applyOnlyIfAccepted();
  return isRead;
}

/**
 * The same, where a GET must show it: other requirements are about the usual values.
 *
 * @throws NoExample when no answer shows its id
 */
export function expectStored(
  plan: Plan,
  resource: Resource,
  writer: Writer,
  path: string,
  sent: unknown,
): void {
  if (!readCreated(plan, resource, writer, path, sent))
    throw new NoExample('no answer shows the id');
  writer.expect('a success');
}

function readCreated(
  plan: Plan,
  { create, reads }: Resource,
  writer: Writer,
  path: string,
  sent: unknown,
): boolean {
  const [read] = reads;
  const known = read === undefined ? undefined : lastCreation(plan, read);
  const creation = known ?? creationBy(plan, create.operation, path);
  if (creation?.jsonPath === undefined) return false;
  writer.add('Given', `I remember ${creation.jsonPath} as "${creation.name}"`);
  if (read === undefined) return false;
  writer.actAsCreated(read, { ...creation, body: sent });
  const item = fillPath(plan, read.operation, { byQuery: read.byQuery });
  for (const id of successIds([read])) writer.needs.add(id);
  writer.authorize(read.operation, 'When');
  writer.send('When', read.operation, item.path, { query: item.query, isShared: true });
  return true;
}

/**
 * Judges that a list has what the scenario has created once, with these values. A list in pages may have
 * it on a later one, and others may lag behind.
 *
 * @param mayBeHidden whether a list without filters may leave out what has these values
 */
export function judgeListed(
  plan: Plan,
  { create, lists }: Resource,
  writer: Writer,
  path: string,
  body: unknown,
  mayBeHidden = false,
): void {
  const [list] = lists;
  const elements = list && ownElements(plan, create, list, path);
  if (list === undefined || elements === undefined) return;
  for (const need of [statusOf(list), `${list.name}.response.body`, `${create.name}.listed`])
    writer.needs.add(need);
  writer.authorize(list.operation, 'When');
  const sign = `${elements} has 1 element`;
  const isWhole = !isPaged(list) && !mayBeHidden;
  const until = isWhole ? { until: sign } : {};
  writer.send('When', list.operation, listPathOf(plan, list), {
    query: longestPage(list),
    ...until,
  });
  writer.applyOnlyIfAccepted();
  if (!isWhole) {
    writer.add('Then', `the requirement applies only if ${elements} is present`);
    writer.add('Then', sign);
  }
  const shown = shownValues(plan, create, body, [elementOf(plan, list)]);
  if (shown !== undefined && Object.keys(shown.pattern).length > 0)
    writer.add('Then', `every element of ${elements} matches ${JSON.stringify(shown.pattern)}`);
}

/** The JSONPath to the elements of a list with the id that the scenario remembers; undefined for none. */
function ownElements(plan: Plan, create: Use, list: Use, path: string): string | undefined {
  const [found, creation] = [listIn(plan, list), creationBy(plan, create.operation, path)];
  const member = /^\$(?:.*)\.(\w+)$/.exec(creation?.jsonPath ?? '')?.[1];
  const { properties } = elementOf(plan, list);
  if (found === undefined || creation === undefined || member === undefined) return undefined;
  const type = typeOf(merged(plan.api.document, properties[member]));
  if (!['string', 'integer'].includes(type)) return undefined;
  const { value } = creation;
  return `${found.path}[?@.${member} == ${type === 'string' ? `'${value}'` : value}]`;
}

/** The answer to a request shows the values that it has sent. */
export function planShownByAnswer(
  plan: Plan,
  use: Use,
  variant: number,
  needs: readonly string[] = [],
): readonly PlannedRequirement[] {
  const shown = shownValues(plan, use, bodyIn(plan, use, variant), objectsIn(plan, use));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'response.values', kind: state },
    statement: `The answer to ${labelOf(use)} shows the values that were sent.`,
    needs: [statusOf(use), `${use.name}.response.body`, ...needs],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(use, 'When');
    const due = statusesOf(successesOf(use.operation));
    writer.add('Then', `the requirement applies only if the status is ${due}`);
    judgeValues(writer, shown);
  });
}
