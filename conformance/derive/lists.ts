/** Requirements about lists: how many elements, which ones, in which order. */

import { asList, asObject } from '../../kit/collections.js';
import { labelOf } from './answers.js';
import { bodyOf } from './bodies.js';
import type { Parameter } from './description.js';
import { draft } from './draft.js';
import { NoExample } from './example-value.js';
import { isOrdering, planOrders } from './list-orders.js';
import { idOf, type ListSubject, lists } from './list-subject.js';
import { merged } from './merged-schema.js';
import type { PlannedRequirement } from './model.js';
import { hasOwnText, ownTextOf, uniqueText } from './own-texts.js';
import { pagingOf, planPaging } from './pages.js';
import type { Plan, Use } from './plan.js';
import { step } from './resource-ids.js';
import { findResources } from './resource-uses.js';
import { listIn, objectsIn, shownValues } from './shown-values.js';
import { bodyIn, demandStored } from './stored-values.js';
import type { Writer } from './writer.js';

/** The greatest limit that is sent without a documented maximum. */
const usualLimit = 10;

/**
 * Demands that a list which may come in pages shows something, and goes on only when the answer has
 * all of it. A server may update its lists some seconds later.
 *
 * @param sign what the list shows: `the text of the body contains "a"`
 * @throws NoExample when the description shows no list
 */
export function demandListed(
  plan: Plan,
  list: Use,
  writer: Writer,
  { path, sign }: { readonly path: string; readonly sign: string },
): void {
  const found = listIn(plan, list);
  if (found === undefined) throw new NoExample('the answer has no list');
  const { limit } = pagingOf(list);
  const { maximum, default: usual } = limit?.schema ?? {};
  const most = [maximum, usual, usualLimit].find((one) => typeof one === 'number') ?? usualLimit;
  writer.authorize(list.operation);
  const query = limit === undefined ? {} : { [limit.name]: String(most) };
  if (isPaged(list)) {
    writer.send('When', list.operation, path, { query });
    writer.add('Then', 'the requirement applies only if the status is a success');
    const isWhole = `${found.path} has fewer than ${String(most)} elements`;
    writer.add('Then', `the requirement applies only if ${isWhole}`);
  }
  writer.send('When', list.operation, path, { query, until: sign });
}

/** Whether a list may come in pages. */
export function isPaged(list: Use): boolean {
  return Object.values(pagingOf(list)).some((one) => one !== undefined);
}

/** Filters, pages and orders of the list that shows what a request creates. */
export function planLists(plan: Plan): readonly PlannedRequirement[] {
  return findResources(plan).flatMap((resource) =>
    resource.lists.flatMap((list) => {
      const { create } = resource;
      const found = listIn(plan, list);
      const isPossible =
        create.operation.body === undefined || bodyIn(plan, create, 0) !== undefined;
      if (found === undefined || !isPossible) return [];
      const subject = { plan, resource, create, list, found };
      return [
        ...planPaging(subject),
        ...list.operation.parameters.flatMap((one) => planFilter(subject, one)),
        ...list.operation.parameters.flatMap((one) => planOrders(subject, one)),
      ];
    }),
  );
}

/** A filter by a member of the elements, or one that the description calls a filter. */
function planFilter(subject: ListSubject, parameter: Parameter): readonly PlannedRequirement[] {
  const paging = Object.values(pagingOf(subject.list));
  if (parameter.place !== 'query' || paging.includes(parameter)) return [];
  const member = filteredMember(subject, parameter);
  const isFilter = member !== undefined || /\bfilters?\b/i.test(parameter.text ?? '');
  if (!isFilter || isOrdering(parameter)) return [];
  return [
    ...(member === undefined ? [] : planMatching(subject, parameter, member)),
    ...planNobody(subject, parameter),
  ];
}

/** How a filter shows in the elements. */
interface FilteredMember {
  readonly name: string;
  /** The value that the created element has, as it stands in the query. */
  readonly value: string;
  /** Another value that no other filter has; undefined for free texts. */
  readonly other: string | undefined;
  /** The judgement of the elements, with a place for the value. */
  judge(value: string): string;
}

function filteredMember(
  { plan, create, found }: ListSubject,
  { name }: Parameter,
): FilteredMember | undefined {
  const properties = asObject(found.element.properties);
  const sent = bodyMembers(plan, create);
  const own = Object.keys(properties).find((one) => one === name);
  const schema = merged(plan.api.document, properties[own ?? '']);
  const value = sent.get(name);
  if (own !== undefined && ['string', 'number', 'boolean'].includes(typeof value)) {
    const text = (one: string) => (typeof value === 'string' ? JSON.stringify(one) : one);
    const values = asList(schema.enum).map(String);
    const others = typeof value === 'boolean' ? ['true', 'false'] : values;
    return {
      name,
      value: String(value),
      other: others.find((one) => one !== String(value)),
      judge: (one) =>
        `every element of ${found.path} matches {${JSON.stringify(name)}: ${text(one)}}`,
    };
  }
  const list = [`${name}s`, `${name}List`, `${name}_list`].find((one) => {
    const items = sent.get(one);
    return Object.hasOwn(properties, one) && Array.isArray(items) && items[0] === uniqueText();
  });
  if (list === undefined) return undefined;
  const judge = () => `${found.path} has 1 element`;
  return { name: list, value: uniqueText(), other: undefined, judge };
}

/** The members of the body of a creation, also inside a wrapper. */
function bodyMembers(plan: Plan, { operation }: Use): ReadonlyMap<string, unknown> {
  const body = asObject(bodyOf(plan.api, operation));
  const inside = Object.values(body).flatMap((one) => Object.entries(asObject(one)));
  return new Map([...inside, ...Object.entries(body)]);
}

function planMatching(
  { plan, list, create, resource }: ListSubject,
  parameter: Parameter,
  member: FilteredMember,
): readonly PlannedRequirement[] {
  const { name } = parameter;
  const about = {
    ...{ rule: `${idOf(parameter)}.filter`, kind: lists },
    statement: `${labelOf(list)} returns only matching elements for ${name}.`,
    needs: [`${list.name}.response.status`],
  };
  return draft(plan, list, about, (writer) => {
    const { path } = writer.perform(create, 'Given');
    const shown = shownValues(plan, create, bodyIn(plan, create, 0), objectsIn(plan, create));
    const sent = shown?.pattern[member.name];
    if (shown !== undefined && sent !== undefined)
      writer.add(
        'Given',
        `the requirement applies only if ${shown.path}${step(member.name)} is ${JSON.stringify(sent)}`,
      );
    demandStored(plan, resource, writer, path);
    writer.authorize(list.operation);
    for (const value of [member.value, member.other]) {
      if (value === undefined) continue;
      const sign = `the text of the body contains "${ownTextOf(value)}"`;
      const until = hasOwnText(value) ? { until: sign } : {};
      writer.send('When', list.operation, path, { query: { [name]: value }, ...until });
      writer.expect('a success');
      writer.add('Then', member.judge(value));
    }
  });
}

function planNobody(
  { plan, list, create, found }: ListSubject,
  parameter: Parameter,
): readonly PlannedRequirement[] {
  const { name, schema } = parameter;
  const { type = 'string', enum: values, pattern, format, default: usual } = schema;
  const isFree = [values, pattern, format, usual].every((one) => one === undefined);
  if (type !== 'string' || !isFree || Number(schema.maxLength ?? 100) < 32) return [];
  const about = {
    ...{ rule: `${idOf(parameter)}.nobody`, kind: lists },
    statement: `${labelOf(list)} is empty for a value of ${name} that no element has.`,
    needs: [
      `${list.name}.response.status`,
      ...['filter', 'account'].map((rule) => `${list.name}.${idOf(parameter)}.${rule}`),
    ],
  };
  return draft(plan, list, about, (writer) => {
    const { path } = writer.perform(create, 'Given');
    writer.authorize(list.operation);
    writer.send('When', list.operation, path, { query: { [name]: uniqueText('nobody') } });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `${found.path} has 0 elements`);
  });
}
