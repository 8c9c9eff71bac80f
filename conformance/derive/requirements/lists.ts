/** Requirements about lists: how many elements, which ones, in which order. */

import { asList, asObject, ownMember, valueAt } from '../../../kit/collections.js';
import { findMember, withValueAt } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import type { Parameter } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { isFreeText, NoExample } from '../examples/example-value.js';
import { hasOwnText, ownTextOf, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { isPaged, pagingOf } from '../resources/paging.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { listIn, objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { isOrdering, planOrders } from './list-orders.js';
import { idOf, type ListSubject, lists } from './list-subject.js';
import { planPaging } from './pages.js';
import { bodyIn, demandStored } from './stored-values.js';

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
    writer.applyOnlyIfAccepted();
    const isWhole = `${found.path} has fewer than ${String(most)} elements`;
    writer.add('Then', `the requirement applies only if ${isWhole}`);
  }
  writer.send('When', list.operation, path, { query, until: sign });
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
  /** What is created in place of the usual body, which has no such member; undefined for the usual one. */
  readonly body: unknown;
  /** The judgement of the elements, with a place for the value. */
  judge(value: string): string;
}

function filteredMember(
  { plan, create, found }: ListSubject,
  { name }: Parameter,
): FilteredMember | undefined {
  const properties = asObject(found.element.properties);
  const usual = bodyOf(plan.api, create.operation);
  const own = Object.keys(properties).find((one) => one === name);
  const names = [`${name}s`, `${name}List`, `${name}_list`];
  const inList = names.find((one) => Object.hasOwn(properties, one));
  for (const body of [usual, withMember(plan, create, own ?? inList ?? name)]) {
    const sent = bodyMembers(body);
    const value = sent.get(own ?? '');
    const made = body === usual ? undefined : body;
    if (own !== undefined && ['string', 'number', 'boolean'].includes(typeof value)) {
      const text = (one: string) => (typeof value === 'string' ? JSON.stringify(one) : one);
      const { enum: values } = merged(plan.api.document, properties[own]);
      const others = typeof value === 'boolean' ? ['true', 'false'] : asList(values).map(String);
      const judge = (one: string) =>
        `every element of ${found.path} matches {${JSON.stringify(name)}: ${text(one)}}`;
      const other = others.find((one) => one !== String(value));
      return { ...{ name, judge, other, body: made }, value: String(value) };
    }
    const items = sent.get(inList ?? '');
    if (inList === undefined || !Array.isArray(items) || items[0] !== uniqueText()) continue;
    const judge = () => `${found.path} has 1 element`;
    return { ...{ name: inList, judge, body: made }, value: uniqueText(), other: undefined };
  }
  return undefined;
}

/** The usual body of a creation with a member as a body without examples has it; undefined for none. */
function withMember(plan: Plan, create: Use, name: string): unknown {
  const { operation } = create;
  const whole = renameOwnTexts(bodyIn(plan, create, 1), 'changed', '');
  const path = findMember(whole, (one) => one.name === name);
  if (path === undefined || operation.body === undefined) return undefined;
  const body = withValueAt(bodyOf(plan.api, operation), path, valueAt(whole, path));
  const { schema } = operation.body;
  return schemasOf(plan.api).problems(schema, sampleOf(body)).length === 0 ? body : undefined;
}

/** The members of a body, also inside a wrapper. */
function bodyMembers(whole: unknown): ReadonlyMap<string, unknown> {
  const body = asObject(whole);
  const inside = Object.values(body).flatMap((one) => Object.entries(asObject(one)));
  return new Map([...inside, ...Object.entries(body)]);
}

/** Creates the element that a filter finds, and goes on only when it has the member. */
function createFiltered(
  { plan, create, resource }: ListSubject,
  member: FilteredMember,
  writer: Writer,
): string {
  const mark = `filtered-${member.name}`;
  const { body } = member;
  const { path } = body === undefined ? writer.perform(create, 'Given') : writer.prepare(create);
  const own = renameOwnTexts(body, '', mark);
  if (body !== undefined) {
    writer.authorize(create.operation).cleanUpAfter(create, path);
    writer.send('When', create.operation, path, { body: own, isShared: true });
    // Nothing shows that a server accepts the member.
    writer.applyOnlyIfAccepted();
  }
  const shown = shownValues(plan, create, body ?? bodyIn(plan, create, 0), objectsIn(plan, create));
  const sent = renameOwnTexts(shown?.pattern[member.name], '', body === undefined ? '' : mark);
  if (shown !== undefined && sent !== undefined)
    writer.add(
      'Given',
      `the requirement applies only if ${shown.path}${step(member.name)} is ${JSON.stringify(sent)}`,
    );
  demandStored(plan, resource, writer, path, own);
  return path;
}

function planMatching(
  subject: ListSubject,
  parameter: Parameter,
  member: FilteredMember,
): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const { name } = parameter;
  const about = {
    ...{ rule: `${idOf(parameter)}.filter`, kind: lists },
    statement: `${labelOf(list)} returns only matching elements for ${name}.`,
    needs: [`${list.name}.response.status`, `${list.name}.response.body`],
  };
  const mark = member.body === undefined ? '' : `filtered-${member.name}`;
  return draft(plan, list, about, (writer) => {
    const path = createFiltered(subject, member, writer);
    writer.authorize(list.operation);
    for (const usual of [member.value, member.other]) {
      if (usual === undefined) continue;
      const value = String(renameOwnTexts(usual, '', mark));
      const sign = hasOwnText(value)
        ? `the text of the body contains "${ownTextOf(value, mark)}"`
        : `${found.path} has at least 1 element`;
      const until = usual === member.value ? { until: sign } : {};
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
  const { name } = parameter;
  const { document } = plan.api;
  const schema = merged(document, parameter.schema);
  const member = ownMember(asObject(found.element.properties), name);
  // What no element has must be a value all the same: a server may ignore a text as a boolean.
  const isFree = [schema, merged(document, member)].every(isFreeText);
  if (!isFree || schema.default !== undefined) return [];
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
    writer.applyOnlyIfAccepted();
    writer.add('Then', `${found.path} has 0 elements`);
  });
}
