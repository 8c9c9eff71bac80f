/** Requirements about lists: how many elements, which ones, in which order. */

import { asList, asObject } from '../../kit/collections.js';
import { labelOf } from './answers.js';
import { bodyOf } from './bodies.js';
import type { Parameter } from './description.js';
import { draft } from './draft.js';
import { NoExample } from './example-value.js';
import { merged, typeOf } from './merged-schema.js';
import type { PlannedRequirement } from './model.js';
import { hasOwnText, ownTextOf, renameOwnTexts, uniqueText } from './own-texts.js';
import { lastCreation } from './ownership.js';
import { type Plan, placeholder, type Use } from './plan.js';
import { step, successOf } from './resource-ids.js';
import { findResources } from './resource-uses.js';
import { type List, listIn } from './shown-values.js';
import type { Writer } from './writer.js';

/** The parameters by which a list is read in parts. */
interface Paging {
  readonly limit: Parameter | undefined;
  readonly offset: Parameter | undefined;
  readonly page: Parameter | undefined;
  readonly cursor: Parameter | undefined;
}

function pagingOf({ operation }: Use): Paging {
  const find = (names: RegExp, isNumber: boolean) =>
    operation.parameters.find(
      ({ name, place, schema }) =>
        place === 'query' &&
        names.test(name) &&
        [schema.type].flat().includes('integer') === isNumber,
    );
  return {
    limit: find(
      /^(\$?limit|per_?page|page_?size|size|count|first|max_?results|\$?top|take)$/i,
      true,
    ),
    offset: find(/^(\$?offset|\$?skip|start|start_?index)$/i, true),
    page: find(/^(page|page_?number)$/i, true),
    cursor: find(/^(cursor|after|page_?token|next|starting_?after|continuation)$/i, false),
  };
}

/** The greatest limit that is sent without a documented maximum. */
const usualLimit = 10;

/**
 * Reads a list that may come in pages, and goes on only when the answer has all of it.
 *
 * @throws NoExample when the description shows no list
 */
export function completeList(plan: Plan, list: Use, writer: Writer, path: string): void {
  const found = listIn(plan, list);
  if (found === undefined) throw new NoExample('the answer has no list');
  const { limit, ...others } = pagingOf(list);
  const isPaged = [limit, ...Object.values(others)].some((one) => one !== undefined);
  const { maximum, default: usual } = limit?.schema ?? {};
  const most = [maximum, usual, usualLimit].find((one) => typeof one === 'number') ?? usualLimit;
  writer.authorize(list.operation);
  const query = limit === undefined ? {} : { [limit.name]: String(most) };
  writer.send('When', list.operation, path, { query });
  writer.add('Then', 'the requirement applies only if the status is a success');
  if (isPaged)
    writer.add(
      'Then',
      `the requirement applies only if ${found.path} has fewer than ${String(most)} elements`,
    );
}

/** Filters, pages and orders of the list that shows what a request creates. */
export function planLists(plan: Plan): readonly PlannedRequirement[] {
  return findResources(plan).flatMap(({ create, lists }) =>
    lists.flatMap((list) => {
      const found = listIn(plan, list);
      if (found === undefined) return [];
      const subject = { plan, create, list, found };
      return [
        ...planLimit(subject),
        ...planPages(subject),
        ...planCursor(subject),
        ...list.operation.parameters.flatMap((one) => planFilter(subject, one)),
        ...list.operation.parameters.flatMap((one) => planOrder(subject, one)),
      ];
    }),
  );
}

interface ListSubject {
  readonly plan: Plan;
  readonly create: Use;
  readonly list: Use;
  readonly found: List;
}

const kind = 'lists' as const;

/** Creates two elements, which all scenarios about lists share. */
function createTwo({ plan, create }: ListSubject, writer: Writer): string {
  const filled = writer.perform(create, 'Given');
  const creation = plan.uses
    .map((one) => lastCreation(plan, one))
    .find((one) => one?.operation === create.operation);
  if (creation === undefined) throw new NoExample('nothing tells how to create elements');
  const deletion = creation.deletion?.replace(creation.path, () => filled.path);
  const second = { ...creation, path: filled.path, deletion, jsonPath: undefined };
  writer.create({ ...second, body: otherBody(plan, create) }, 'second');
  return filled.path;
}

/** A body with other values, by which elements can be ordered. */
function otherBody(plan: Plan, { operation }: Use): unknown {
  return renameOwnTexts(bodyOf(plan.api, operation, 1), 'changed', '');
}

function planLimit(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const { limit } = pagingOf(list);
  if (limit === undefined) return [];
  const about = {
    ...{ rule: `${idOf(limit)}.number`, kind },
    statement: `${labelOf(list)} returns at most as many elements as ${limit.name} says.`,
    needs: [`${list.name}.response.status`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' } });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `${found.path} has 1 element`);
  });
}

function idOf({ name }: Parameter): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/^-|-$/g, '');
}

/** Two pages of one element are the first two elements, while nobody else changes the list. */
function planPages(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list } = subject;
  const { limit, offset, page } = pagingOf(list);
  const by = offset ?? page;
  if (limit === undefined || by === undefined) return [];
  const { minimum, default: usual } = by.schema;
  const first = offset === undefined ? Number(usual ?? minimum ?? 1) : 0;
  const about = {
    ...{ rule: `${idOf(by)}.pages`, kind, tags: ['@alone'] },
    statement: `The pages of ${labelOf(list)} by ${by.name} have no gap and no overlap.`,
    needs: [`${list.name}.response.status`, `${list.name}.${idOf(limit)}.number`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    const both = {
      [limit.name]: '2',
      ...(offset === undefined ? { [by.name]: String(first) } : {}),
    };
    readBoth(subject, writer, path, both);
    const pageAt = (index: number) => ({ [limit.name]: '1', [by.name]: String(index) });
    judgePage(subject, writer, path, pageAt(first), 'first');
    judgePage(subject, writer, path, pageAt(first + 1), 'second');
  });
}

type Query = Readonly<Record<string, string>>;

/** Reads the first two elements in one page; a shorter list says nothing about pages. */
function readBoth({ list, found }: ListSubject, writer: Writer, path: string, query: Query): void {
  writer.send('When', list.operation, path, { query });
  writer.add('When', `the requirement applies only if ${found.path} has 2 elements`);
  writer.add('When', `I remember ${found.path}[0] as "first"`);
  writer.add('When', `I remember ${found.path}[1] as "second"`);
}

/** A page of one element has this one. */
function judgePage(
  { list, found }: ListSubject,
  writer: Writer,
  path: string,
  query: Query,
  name: 'first' | 'second',
): void {
  writer.send('When', list.operation, path, { query });
  writer.expect('a success');
  writer.add('Then', `the elements of ${found.path} are [${placeholder(name)}] in this order`);
}

/** Members that have the cursor of the next page. */
const cursorMember = /^(next_?cursor|next_?page_?token|cursor|next|end_?cursor|continuation)$/i;

function planCursor(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list } = subject;
  const { limit, cursor } = pagingOf(list);
  const whole = merged(plan.api.document, successOf(list.operation)?.schema);
  const member = Object.entries(asObject(whole.properties)).find(
    ([name, part]) =>
      cursorMember.test(name) && typeOf(merged(plan.api.document, part)) === 'string',
  )?.[0];
  if (limit === undefined || cursor === undefined || member === undefined) return [];
  const about = {
    ...{ rule: `${idOf(cursor)}.pages`, kind, tags: ['@alone'] },
    statement: `The pages of ${labelOf(list)} by ${cursor.name} have no gap and no overlap.`,
    needs: [`${list.name}.response.status`, `${list.name}.${idOf(limit)}.number`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    const one = { [limit.name]: '1' };
    readBoth(subject, writer, path, { [limit.name]: '2' });
    judgePage(subject, writer, path, one, 'first');
    writer.add('When', `I remember $${step(member)} as "cursor"`);
    judgePage(subject, writer, path, { ...one, [cursor.name]: placeholder('cursor') }, 'second');
  });
}

/** A filter by a member of the elements, or one that the description calls a filter. */
function planFilter(subject: ListSubject, parameter: Parameter): readonly PlannedRequirement[] {
  const { plan, list, create } = subject;
  const paging = Object.values(pagingOf(list));
  if (parameter.place !== 'query' || paging.includes(parameter)) return [];
  const member = filteredMember(subject, parameter);
  const isFilter = member !== undefined || /\bfilters?\b/i.test(parameter.text ?? '');
  if (!isFilter || isOrdering(parameter)) return [];
  return [
    ...(member === undefined ? [] : planMatching(plan, list, create, parameter, member)),
    ...planNobody(subject, parameter, member),
  ];
}

/** How a filter shows in the elements. */
interface FilteredMember {
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
  return { value: uniqueText(), other: undefined, judge: () => `${found.path} has 1 element` };
}

/** The members of the body of a creation, also inside a wrapper. */
function bodyMembers(plan: Plan, { operation }: Use): ReadonlyMap<string, unknown> {
  const body = asObject(bodyOf(plan.api, operation));
  const inside = Object.values(body).flatMap((one) => Object.entries(asObject(one)));
  return new Map([...inside, ...Object.entries(body)]);
}

function planMatching(
  plan: Plan,
  list: Use,
  create: Use,
  parameter: Parameter,
  member: FilteredMember,
): readonly PlannedRequirement[] {
  const { name } = parameter;
  const about = {
    ...{ rule: `${idOf(parameter)}.filter`, kind },
    statement: `${labelOf(list)} returns only matching elements for ${name}.`,
    needs: [`${list.name}.response.status`],
  };
  return draft(plan, list, about, (writer) => {
    const { path } = writer.perform(create, 'Given');
    writer.authorize(list.operation);
    for (const value of [member.value, member.other]) {
      if (value === undefined) continue;
      writer.send('When', list.operation, path, { query: { [name]: value } });
      writer.expect('a success');
      writer.add('Then', member.judge(value));
      if (hasOwnText(value))
        writer.add('Then', `the text of the body contains "${ownTextOf(value)}"`);
    }
  });
}

function planNobody(
  { plan, list, create, found }: ListSubject,
  parameter: Parameter,
  member: FilteredMember | undefined,
): readonly PlannedRequirement[] {
  const { name, schema } = parameter;
  const { type = 'string', enum: values, pattern, format, default: usual } = schema;
  const isFree = [values, pattern, format, usual].every((one) => one === undefined);
  if (type !== 'string' || !isFree || Number(schema.maxLength ?? 100) < 32) return [];
  const about = {
    ...{ rule: `${idOf(parameter)}.nobody`, kind },
    statement: `${labelOf(list)} is empty for a value of ${name} that no element has.`,
    needs: [
      `${list.name}.response.status`,
      ...(member ? [`${list.name}.${idOf(parameter)}.filter`] : []),
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

function isOrdering({ name }: Parameter): boolean {
  return /^(\$?sort|\$?order(_?by)?|sort_?by|direction|sort_?order)$/i.test(name);
}

/** Each documented order by a number or a date. */
function planOrder(subject: ListSubject, parameter: Parameter): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const values = asList(parameter.schema.enum ?? asObject(parameter.schema.items).enum);
  if (parameter.place !== 'query' || !isOrdering(parameter)) return [];
  const properties = asObject(found.element.properties);
  return values
    .filter((one) => typeof one === 'string')
    .flatMap((value) => {
      const [, sign = '', name = ''] = /^([+-]?)(.*)$/.exec(value) ?? [];
      const schema = merged(plan.api.document, properties[name]);
      const isOrdered =
        ['integer', 'number'].includes(typeOf(schema)) || /^date/.test(String(schema.format));
      if (!Object.hasOwn(properties, name) || !isOrdered) return [];
      const order = sign === '-' ? 'descending' : 'ascending';
      const hasDirection = list.operation.parameters.some(
        (one) => one !== parameter && isOrdering(one),
      );
      if (hasDirection) return [];
      const about = {
        ...{ rule: `${idOf(parameter)}.${idOf({ ...parameter, name })}-${order}`, kind },
        statement: `${labelOf(list)} is in ${order} order of ${name} with ${parameter.name}=${value}.`,
        needs: [`${list.name}.response.status`],
      };
      return draft(plan, list, about, (writer) => {
        const path = createTwo(subject, writer);
        writer.authorize(list.operation);
        writer.send('When', list.operation, path, { query: { [parameter.name]: value } });
        writer.add('Then', 'the requirement applies only if the status is a success');
        const elements = found.path === '$' ? '$[*]' : `${found.path}[*]`;
        writer.add('Then', `the elements of ${elements}${step(name)} are in ${order} order`);
      });
    });
}
