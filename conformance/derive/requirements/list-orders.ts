/** Requirements about the documented orders of lists. */
import { asList, asObject, memberOf, valueAt } from '../../../kit/collections.js';
import { findMember, withValueAt } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import type { Parameter } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { hasOwnText, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { pagingOf, type Query } from '../resources/paging.js';
import type { Use } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { createTwo, creationOf, idOf, type ListSubject, lists } from './list-subject.js';

/** Whether a parameter chooses an order. */
export function isOrdering({ name }: Parameter): boolean {
  return /^(\$?sort|\$?order(_?by)?|sort_?by|direction|sort_?order)$/i.test(name);
}

/** An order that the values of parameters choose. */
interface Order {
  /** The member of the elements that they are ordered by. */
  readonly member: string;
  readonly direction: 'ascending' | 'descending';
  readonly query: Readonly<Record<string, string>>;
}

/** The orders by members of the elements: `sort=-price`, `sort=price_desc`, `sort=price&order=desc`. */
function ordersOf({ list, found }: ListSubject, parameter: Parameter): readonly Order[] {
  const members = asObject(found.element.properties);
  const other = list.operation.parameters.find(
    (one) => one !== parameter && one.place === 'query' && isOrdering(one),
  );
  const directions = valuesOf(other).filter((one) => /^(asc|desc)(ending)?$/i.test(one));
  if (other !== undefined && directions.length === 0) return [];
  return valuesOf(parameter).flatMap((value): readonly Order[] => {
    const [, sign = '', member = '', ending = ''] =
      /^([+-]?)(.+?)(?:[_:. -](asc|desc)(?:ending)?)?$/i.exec(value) ?? [];
    const name = Object.hasOwn(members, value) ? value : member;
    if (!Object.hasOwn(members, name)) return [];
    if (other !== undefined) {
      return directions.map((one) => ({
        ...{ member: name, direction: /^d/i.test(one) ? 'descending' : 'ascending' },
        query: { [parameter.name]: value, [other.name]: one },
      }));
    }
    const isDescending = sign === '-' || /^desc/i.test(ending);
    const direction = isDescending ? 'descending' : 'ascending';
    return [{ member: name, direction, query: { [parameter.name]: value } }];
  });
}

function valuesOf(parameter: Parameter | undefined): readonly string[] {
  const { enum: values, items } = parameter?.schema ?? {};
  return asList(values ?? asObject(items).enum).filter((one) => typeof one === 'string');
}

/** Each documented order by a number, a date or a text that requests send. */
export function planOrders(
  subject: ListSubject,
  parameter: Parameter,
): readonly PlannedRequirement[] {
  if (parameter.place !== 'query' || !isOrdering(parameter)) return [];
  const orders = ordersOf(subject, parameter);
  return orders.flatMap((order) => planOrder(subject, parameter, order, orders));
}

/** The first orders by the same member, and in the same direction: one place of a server may sort. */
function earlierOrders(order: Order, orders: readonly Order[]): readonly Order[] {
  const before = orders.slice(0, orders.indexOf(order));
  const ofMember = before.find(({ member }) => member === order.member);
  const ofDirection = before.find(({ direction }) => direction === order.direction);
  return [ofMember, ofDirection].filter((one) => one !== undefined);
}

function planOrder(
  subject: ListSubject,
  parameter: Parameter,
  order: Order,
  orders: readonly Order[],
): readonly PlannedRequirement[] {
  const { member, direction, query } = order;
  const { plan, list, found } = subject;
  const schema = merged(plan.api.document, memberOf(found.element.properties, member));
  const isNumber = ['integer', 'number'].includes(typeOf(schema));
  const isComparable = isNumber || /^date/.test(String(schema.format));
  const texts = isComparable ? undefined : orderedBodies(subject, member);
  if (!isComparable && texts === undefined) return [];
  const said = Object.entries(query).map((pair) => pair.join('='));
  const ruleFor = (one: Order) =>
    `${idOf(parameter)}.${idOf({ ...parameter, name: one.member })}-${one.direction}`;
  const about = {
    ...{ rule: ruleFor(order), kind: lists },
    statement: `${labelOf(list)} is in ${direction} order of ${member} with ${said.join('&')}.`,
    needs: [
      `${list.name}.response.status`,
      ...earlierOrders(order, orders).map((one) => `${list.name}.${ruleFor(one)}`),
    ],
  };
  return draft(plan, list, about, (writer) => {
    if (texts !== undefined)
      return judgeTexts(subject, writer, { member, direction, query }, texts);
    const path = createTwo(subject, writer);
    createOtherLength(subject, writer, path, member);
    const page = isNumber ? documentedPage(list) : {};
    writer.authorize(list.operation, 'When');
    writer.send('When', list.operation, path, { query: { ...query, ...page } });
    writer.applyOnlyIfAccepted();
    // Where elements without a value stand is open.
    const values = `${found.path}[?@${step(member)} != null]${step(member)}`;
    writer.add('Then', `the elements of ${values} are in ${direction} order`);
  });
}

/** The query of the longest page that the description allows; empty where it does not say. */
function documentedPage(list: Use): Query {
  const { limit } = pagingOf(list);
  const { maximum } = limit?.schema ?? {};
  return typeof maximum === 'number' && limit ? { [limit.name]: String(maximum) } : {};
}

/** Numbers that stand elsewhere among others when they are sorted as texts. */
const otherLengths = [10, 100, 1000, 9, 90, 5, 50, 99, 999, 1_000_000];

/**
 * Creates an element whose number is longer or shorter than those of two others, so that an order of
 * texts is another one. A server may reject the number.
 */
function createOtherLength(
  { plan, create }: ListSubject,
  writer: Writer,
  path: string,
  member: string,
): void {
  const { operation } = create;
  const example = bodyOf(plan.api, operation);
  const place = findMember(example, ({ name }) => name === member);
  const { schema } = operation.body ?? {};
  if (place === undefined || schema === undefined) return;
  const usual = [example, bodyOf(plan.api, operation, 1)].map((one) => valueAt(one, place));
  const isOther = (value: unknown, number: number) =>
    typeof value === 'number' && value < number !== String(value) < String(number);
  const [body] = otherLengths
    .filter((number) => usual.some((value) => isOther(value, number)))
    .map((number) => withValueAt(renameOwnTexts(example, '', `order-${member}`), place, number))
    .filter((one) => schemasOf(plan.api).problems(schema, sampleOf(one)).length === 0);
  if (body === undefined || !hasOwnText(body)) return;
  writer.authorize(operation).cleanUpAfter(create, path);
  writer.send('When', operation, path, { body, isShared: true });
}

/** A body whose member stands before or after others, in every alphabet. */
interface OrderedBody {
  readonly letter: string;
  readonly body: unknown;
  readonly text: string;
}

/** Created in the order b, a, c, which is that of no list by time. */
const letters = ['b', 'a', 'c'] as const;

function orderedBodies(
  { plan, create }: ListSubject,
  member: string,
): readonly OrderedBody[] | undefined {
  const { body } = create.operation;
  const example = bodyOf(plan.api, create.operation);
  const path = findMember(example, ({ name }) => name === member);
  if (body === undefined || path === undefined || !hasOwnText(valueAt(example, path)))
    return undefined;
  const made = letters.map((letter) => {
    const text = `${letter} ${uniqueText(`order-${letter}`)}`;
    const other = renameOwnTexts(example, '', `order-${letter}`);
    return { letter, text, body: withValueAt(other, path, text) };
  });
  const isValid = ({ body: one }: OrderedBody) =>
    schemasOf(plan.api).problems(body.schema, sampleOf(one)).length === 0;
  return made.every(isValid) ? made : undefined;
}

function judgeTexts(
  subject: ListSubject,
  writer: Writer,
  { member, direction, query }: Order,
  bodies: readonly OrderedBody[],
): void {
  const { create, list, found } = subject;
  const filled = writer.prepare(create);
  const creation = creationOf(subject);
  const deletion = creation.deletion?.replace(creation.path, () => filled.path);
  for (const { letter, body } of bodies) {
    const made = { ...creation, path: filled.path, deletion, jsonPath: undefined, body };
    writer.create(made, `order-${letter}`);
  }
  writer.authorize(list.operation);
  writer.send('When', list.operation, filled.path, {
    query: { ...query, ...documentedPage(list) },
  });
  writer.applyOnlyIfAccepted();
  const isOwn = bodies.map(({ text }) => `@${step(member)} == '${text}'`).join(' || ');
  const values = `${found.path}[?${isOwn}]${step(member)}`;
  writer.add('Then', `the requirement applies only if ${values} has 3 elements`);
  const sorted = bodies.map(({ text }) => text).sort();
  if (direction === 'descending') sorted.reverse();
  writer.add('Then', `the elements of ${values} are ${JSON.stringify(sorted)} in this order`);
}
