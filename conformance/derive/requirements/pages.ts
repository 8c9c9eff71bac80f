/** Requirements about the pages of lists. */
import { asObject } from '../../../kit/collections.js';
import { step, successOf } from '../description/answered-ids.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { bodyOf } from '../examples/bodies.js';
import { uniqueText } from '../examples/own-texts.js';
import { longestPage, pagingOf, type Query } from '../resources/paging.js';
import { placeholder } from '../resources/plan.js';
import { shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import {
  createAt,
  createTwo,
  idOf,
  type ListSubject,
  lists,
  otherBody,
  timesIn,
} from './list-subject.js';
import { planNumbers } from './paging-numbers.js';
import { bodyIn } from './stored-values.js';

/** The pages of a list, and what it says about them. */
export function planPaging(subject: ListSubject): readonly PlannedRequirement[] {
  return [
    ...planLimit(subject),
    ...planPages(subject),
    ...planLastPages(subject),
    ...planCursor(subject),
    ...planNumbers(subject),
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
    needs: [`${list.name}.response.status`, `${list.name}.response.body`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    const query = { [limit.name]: '1' };
    writer.send('When', list.operation, path, { query, isShared: true });
    writer.applyOnlyIfAccepted();
    writer.add('Then', 'the answer conforms to the OpenAPI description');
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
    // A server may have a least number of elements. Where a longer page has elements, this one has, too.
    const { path: elements } = subject.found;
    writer.add('When', `the requirement applies only if ${elements} has at most 1 element`);
    readPage(subject, writer, path, pageAt(first + 1), 'second page');
    judgePages(subject, writer, path, both);
  });
}

/**
 * Two pages of one element are the last two elements: where a list begins with the oldest ones, the
 * first may have one time, so that their order is open.
 */
function planLastPages(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list, found } = subject;
  const { limit, offset, page } = pagingOf(list);
  const by = offset ?? page;
  const [time] = timesIn(subject);
  if (limit === undefined || by === undefined || time === undefined) return [];
  const { minimum, default: usual } = by.schema;
  const first = offset === undefined ? Number(usual ?? minimum ?? 1) : 0;
  const whole = longestPage(list);
  const about = {
    ...{ rule: `${idOf(by)}.last-pages`, kind: lists, tags: ['@alone'] },
    statement: `The last pages of ${labelOf(list)} by ${by.name} have no gap and no overlap.`,
    needs: ['response.status', `${idOf(limit)}.number`, `${idOf(by)}.pages`].map(
      (rule) => `${list.name}.${rule}`,
    ),
  };
  return draft(plan, list, about, (writer) => {
    const path = createLatest(subject, writer);
    writer.authorize(list.operation);
    writer.send('When', list.operation, path, { query: whole });
    writer.add('When', `the requirement applies only if ${found.path} has at least 3 elements`);
    const most = Number(whole[limit.name]) - 1;
    writer.add(
      'When',
      `the requirement applies only if ${found.path} has at most ${most} elements`,
    );
    const times = `${found.path}[-3:]${step(time)}`;
    writer.add('When', `the requirement applies only if the elements of ${times} are unique`);
    writer.add('When', `I remember ${found.path} as "all"`);
    writer.add('When', `I remember ${found.path}[-2] as "first"`);
    writer.add('When', `I remember ${found.path}[-1] as "second"`);
    writer.add('When', `I remember the number of elements of ${placeholder('all')} as "count"`);
    for (const [name, before] of [
      ['first page', 2 - first],
      ['second page', 1 - first],
    ] as const) {
      writer.add('When', `I remember ${placeholder('count')} minus ${before} as "place"`);
      const query = { [limit.name]: '1', [by.name]: placeholder('place') };
      readPage(subject, writer, path, query, name);
      writer.add('When', `the requirement applies only if ${found.path} has at most 1 element`);
    }
    judgePages(subject, writer, path, whole);
  });
}

/** Creates two elements, in other seconds than those before, unless others create at the same time. */
function createLatest(subject: ListSubject, writer: Writer): string {
  writer.authorize(subject.create.operation);
  if (timesIn(subject).length > 0)
    writer.add('Given', 'I wait until the clock of the target shows another second');
  return createTwo(subject, writer);
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
    writer.applyOnlyIfAccepted();
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
