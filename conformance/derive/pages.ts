/** Requirements about the pages of lists. */
import { asObject } from '../../kit/collections.js';
import { labelOf } from './answers.js';
import { bodyOf } from './bodies.js';
import type { Parameter } from './description.js';
import { draft } from './draft.js';
import {
  createAt,
  createTwo,
  idOf,
  type ListSubject,
  lists,
  otherBody,
  timesIn,
} from './list-subject.js';
import { merged, typeOf } from './merged-schema.js';
import type { PlannedRequirement } from './model.js';
import { uniqueText } from './own-texts.js';
import { placeholder, type Use } from './plan.js';
import { step, successOf } from './resource-ids.js';
import { objectsIn, shownValues } from './shown-values.js';
import { bodyIn } from './stored-values.js';
import type { Writer } from './writer.js';

/** The parameters by which a list is read in parts. */
export interface Paging {
  readonly limit: Parameter | undefined;
  readonly offset: Parameter | undefined;
  readonly page: Parameter | undefined;
  readonly cursor: Parameter | undefined;
}

/** The parameters of a list by their usual names. */
export function pagingOf({ operation }: Use): Paging {
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

/** The pages of a list, and what it says about them. */
export function planPaging(subject: ListSubject): readonly PlannedRequirement[] {
  return [
    ...planLimit(subject),
    ...planPages(subject),
    ...planCursor(subject),
    ...planReported(subject),
    ...planTotal(subject),
    ...planDefaultsReported(subject),
    ...planCounts(subject),
    ...planNewestFirst(subject),
  ];
}

function planLimit(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const { limit } = pagingOf(list);
  if (limit === undefined) return [];
  const about = {
    ...{ rule: `${idOf(limit)}.number`, kind: lists },
    statement: `${labelOf(list)} returns at most as many elements as ${limit.name} says.`,
    needs: [`${list.name}.response.status`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' } });
    writer.add('Then', 'the requirement applies only if the status is a success');
    // A list may lag behind.
    writer.add('Then', `the requirement applies only if ${found.path} has at least 1 element`);
    writer.add('Then', `${found.path} has 1 element`);
  });
}

/**
 * Two pages of one element are the first two elements, while nobody else changes the list. A third one
 * shows whether the order of the second is certain.
 */
function planPages(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list } = subject;
  const { limit, offset, page } = pagingOf(list);
  const by = offset ?? page;
  if (limit === undefined || by === undefined) return [];
  const { minimum, default: usual } = by.schema;
  const first = offset === undefined ? Number(usual ?? minimum ?? 1) : 0;
  const about = {
    ...{ rule: `${idOf(by)}.pages`, kind: lists, tags: ['@alone'] },
    statement: `The pages of ${labelOf(list)} by ${by.name} have no gap and no overlap.`,
    needs: [`${list.name}.response.status`, `${list.name}.${idOf(limit)}.number`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createLatest(subject, writer);
    writer.authorize(list.operation);
    const both = {
      [limit.name]: '3',
      ...(offset === undefined ? { [by.name]: String(first) } : {}),
    };
    readBoth(subject, writer, path, both);
    const pageAt = (index: number) => ({ [limit.name]: '1', [by.name]: String(index) });
    readPage(subject, writer, path, pageAt(first), 'first page');
    writer.add('When', `the requirement applies only if ${subject.found.path} has 1 element`);
    readPage(subject, writer, path, pageAt(first + 1), 'second page');
    judgePages(subject, writer, path, both);
  });
}

/** Creates two elements, in other seconds than those before, unless others create at the same time. */
function createLatest(subject: ListSubject, writer: Writer): string {
  writer.authorize(subject.create.operation);
  if (timesIn(subject).length > 0)
    writer.add('Given', 'I wait until the clock of the target shows another second');
  return createTwo(subject, writer);
}

type Query = Readonly<Record<string, string>>;

/** Longer lists are not read as a whole. */
const longestWhole = 100;

/** The query of the longest page of a list, which shows most of what must not be there. */
export function longestPage(list: Use): Query {
  const { limit } = pagingOf(list);
  return limit === undefined
    ? {}
    : {
        [limit.name]: String(Math.min(Number(limit.schema.maximum ?? longestWhole), longestWhole)),
      };
}

/** Reads the first elements in one page; a shorter list says nothing about pages. */
function readBoth(subject: ListSubject, writer: Writer, path: string, query: Query): void {
  const { list, found } = subject;
  writer.send('When', list.operation, path, { query });
  writer.add('When', `the requirement applies only if ${found.path} has at least 2 elements`);
  for (const name of timesIn(subject).slice(0, 1)) {
    const values = `${found.path}[*]${step(name)}`;
    writer.add('When', `the requirement applies only if the elements of ${values} are unique`);
  }
  writer.add('When', `I remember ${found.path} as "all"`);
  writer.add('When', `I remember ${found.path}[0] as "first"`);
  writer.add('When', `I remember ${found.path}[1] as "second"`);
}

/** Reads a page, and remembers its elements. */
function readPage(
  { list, found }: ListSubject,
  writer: Writer,
  path: string,
  query: Query,
  name: string,
): void {
  writer.send('When', list.operation, path, { query });
  writer.expect('a success');
  writer.add('When', `I remember ${found.path} as "${name}"`);
}

/** The pages have the two elements, unless the list has changed in the meantime. */
function judgePages({ list, found }: ListSubject, writer: Writer, path: string, both: Query): void {
  writer.send('When', list.operation, path, { query: both });
  const same = `${found.path} is ${placeholder('all')}`;
  writer.add('When', `the requirement applies only if ${same}`);
  writer.add('Then', `${placeholder('first page')} is [${placeholder('first')}]`);
  writer.add('Then', `${placeholder('second page')} is [${placeholder('second')}]`);
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
    ...{ rule: `${idOf(cursor)}.pages`, kind: lists, tags: ['@alone'] },
    statement: `The pages of ${labelOf(list)} by ${cursor.name} have no gap and no overlap.`,
    needs: [`${list.name}.response.status`, `${list.name}.${idOf(limit)}.number`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createLatest(subject, writer);
    writer.authorize(list.operation);
    const one = { [limit.name]: '1' };
    const both = { [limit.name]: '3' };
    readBoth(subject, writer, path, both);
    readPage(subject, writer, path, one, 'first page');
    writer.add('When', `the requirement applies only if ${subject.found.path} has 1 element`);
    writer.add('When', `I remember $${step(member)} as "cursor"`);
    const next = { ...one, [cursor.name]: placeholder('cursor') };
    readPage(subject, writer, path, next, 'second page');
    judgePages(subject, writer, path, both);
  });
}

/** A number in an answer. */
interface ShownNumber {
  readonly name: string;
  readonly place: string;
}

/** The integers of an answer beside its list, and in its members. */
function numbersBeside({ plan, list }: ListSubject): readonly ShownNumber[] {
  const { document } = plan.api;
  return objectsIn(plan, list).flatMap(({ path, properties }) =>
    Object.entries(properties)
      .filter(([, part]) => typeOf(merged(document, part)) === 'integer')
      .map(([name]) => ({ name, place: `${path}${step(name)}` })),
  );
}

/** Judges a number, unless the answer leaves it out. */
function judgeNumber(writer: Writer, place: string, expectation: string): void {
  writer.add('Then', `the requirement applies only if ${place} is present`);
  writer.add('Then', `${place} ${expectation}`);
}

/** An answer reports the page and the limit that were asked for, when it has members of their names. */
function planReported(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list } = subject;
  const { limit, offset, page } = pagingOf(list);
  const by = offset ?? page;
  if (limit === undefined || by === undefined) return [];
  const sent: Query = { [limit.name]: '1', [by.name]: '2' };
  const reported = numbersBeside(subject).filter(({ name }) => Object.hasOwn(sent, name));
  if (reported.length === 0) return [];
  const about = {
    ...{ rule: 'paging.reported', kind: lists },
    statement: `${labelOf(list)} reports the page that was asked for.`,
    needs: [`${list.name}.response.status`, `${list.name}.response.body`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation).send('When', list.operation, path, { query: sent });
    writer.add('Then', 'the requirement applies only if the status is a success');
    for (const { name, place } of reported) judgeNumber(writer, place, `is ${sent[name]}`);
  });
}

/** Names of the number of all elements, and of the number of pages. */
const totalName = /^(total|total_?(count|items|results|elements))$/i;
const pagesName = /^(pages|page_?count|total_?pages)$/i;

/** The numbers of all elements and pages are no less than what is there. */
function planTotal(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const { limit } = pagingOf(list);
  const totals = numbersBeside(subject).filter(
    ({ name }) => totalName.test(name) || pagesName.test(name),
  );
  // `articlesCount` may count the elements of the page.
  const counts = numbersBeside(subject).filter(
    ({ name }) => name === `${found.path.slice(2)}Count`,
  );
  if (limit === undefined || totals.length + counts.length === 0) return [];
  const about = {
    ...{ rule: 'paging.total', kind: lists },
    statement: `${labelOf(list)} counts no fewer elements than it has.`,
    needs: [`${list.name}.response.status`, `${list.name}.${idOf(limit)}.number`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    writer.send('When', list.operation, path, { query: { [limit.name]: '2' } });
    writer.add('When', `the requirement applies only if ${found.path} has 2 elements`);
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' } });
    for (const { place } of totals) judgeNumber(writer, place, 'is at least 2');
    for (const { place } of counts) judgeNumber(writer, place, 'is at least 1');
  });
}

/** An answer reports the documented page and limit when the request names none. */
function planDefaultsReported(subject: ListSubject): readonly PlannedRequirement[] {
  const { list } = subject;
  const usual = Object.values(pagingOf(list)).flatMap((one) =>
    typeof one?.schema.default === 'number' ? [{ name: one.name, value: one.schema.default }] : [],
  );
  const reported = numbersBeside(subject).flatMap(({ name, place }) => {
    const known = usual.find((one) => one.name === name);
    return known === undefined ? [] : [{ place, value: known.value }];
  });
  if (reported.length === 0) return [];
  const about = {
    ...{ rule: 'paging.defaults', kind: lists },
    statement: `${labelOf(list)} reports the documented defaults of its parameters.`,
    needs: [`${list.name}.response.status`, `${list.name}.response.body`],
  };
  return draft(subject.plan, list, about, (writer) => {
    writer.perform(list, 'When');
    writer.add('Then', 'the requirement applies only if the status is a success');
    for (const { place, value } of reported) judgeNumber(writer, place, `is ${value}`);
  });
}

/** One page that has room for one element more than there are holds all of them. */
function planCounts(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const { limit } = pagingOf(list);
  const numbers = numbersBeside(subject);
  const total = numbers.find(({ name }) => totalName.test(name));
  const pages = numbers.find(({ name }) => pagesName.test(name));
  const own = numbers.find(({ name }) => name === limit?.name);
  if (limit === undefined || total === undefined || own === undefined) return [];
  const { maximum = longestWhole } = limit.schema;
  const about = {
    ...{ rule: 'paging.counts', kind: lists },
    statement: `${labelOf(list)} counts its elements${pages === undefined ? '' : ' and pages'}.`,
    needs: [`${list.name}.paging.reported`, `${list.name}.paging.total`],
  };
  return draft(plan, list, about, (writer) => {
    writer.hold(subject.create.operation);
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    const most = Math.min(Number(maximum) - 1, longestWhole);
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' } });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `the requirement applies only if ${total.place} is at most ${most}`);
    if (pages !== undefined) writer.add('Then', `${pages.place} is \${${total.place}}`);
    writer.add('When', `I remember ${total.place} as "total"`);
    writer.add('When', 'I remember ${total} plus 1 as "more"');
    writer.send('When', list.operation, path, { query: { [limit.name]: placeholder('more') } });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `the requirement applies only if ${own.place} is ${placeholder('more')}`);
    // Another client may have changed the list in the meantime.
    writer.add('Then', `the requirement applies only if ${total.place} is ${placeholder('total')}`);
    writer.add('Then', `${found.path} has ${placeholder('total')} elements`);
    if (pages !== undefined) writer.add('Then', `${pages.place} is 1`);
  });
}

/** Prose by which a list begins with what was created last. */
const newestFirst = /\b(newest|latest|most recent(ly (created|added))?)( \w+)? first\b/i;

/** A list begins with what was created last, when its prose says so. */
function planNewestFirst(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list, found, create } = subject;
  const { summary = '', description = '' } = list.operation;
  const shown = shownValues(plan, create, bodyIn(plan, create, 0), [
    { path: '$', properties: asObject(found.element.properties), required: [] },
  ]);
  const own = Object.entries(shown?.pattern ?? {}).find(([, value]) => value === uniqueText());
  if (!newestFirst.test(`${summary} ${description}`) || own === undefined) return [];
  const about = {
    // While the run has created less than a page: in another order, the elements may be on a later one.
    ...{ rule: 'newest-first', kind: lists, tags: ['@first'] },
    statement: `${labelOf(list)} begins with what was created last.`,
    needs: [`${list.name}.response.status`, `${create.name}.listed`],
  };
  return draft(plan, list, about, (writer) => {
    writer.hold(subject.create.operation);
    const filled = writer.prepare(create);
    const bodies = newestBodies(subject);
    for (const one of bodies) {
      createAt(subject, writer, filled.path, one);
      if (one !== bodies.at(-1))
        writer.add('Given', 'I wait until the clock of the target shows another second');
    }
    writer.authorize(list.operation).send('When', list.operation, filled.path);
    writer.add('Then', 'the requirement applies only if the status is a success');
    const texts = bodies.map(([name]) => uniqueText(name));
    const isOwn = texts.map((text) => `@${step(own[0])} == '${text}'`).join(' || ');
    const elements = `${found.path}[?${isOwn}]`;
    const values = `${elements}${step(own[0])}`;
    writer.add('Then', `the requirement applies only if ${values} has 3 elements`);
    for (const time of timesIn(subject).slice(0, 1))
      writer.add(
        'Then',
        `the requirement applies only if the elements of ${elements}${step(time)} are unique`,
      );
    writer.add(
      'Then',
      `the elements of ${values} are ${JSON.stringify(texts.reverse())} in this order`,
    );
  });
}

/** Three creations, of which the middle one has other numbers: no order but that of time is theirs. */
function newestBodies({ plan, create }: ListSubject): readonly (readonly [string, unknown])[] {
  const usual = bodyOf(plan.api, create.operation);
  return [
    ['m', usual],
    ['z', otherBody(plan, create)],
    ['a', usual],
  ];
}
