/** Requirements about the numbers that lists report: pages, limits and totals. */

import { step, successesOf } from '../description/answered-ids.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { longestWhole, pagingOf, type Query } from '../resources/paging.js';
import { placeholder } from '../resources/plan.js';
import { objectsIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf, requiredOnly, sendRequiredOnly } from './answers.js';
import { createTwo, idOf, type ListSubject, lists } from './list-subject.js';

/** What a list says about its pages. */
export function planNumbers(subject: ListSubject): readonly PlannedRequirement[] {
  return [
    ...planReported(subject),
    ...planTotal(subject),
    ...planBeyond(subject),
    ...planDefaultsReported(subject),
    ...planCounts(subject),
  ];
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
    writer.applyOnlyIfAccepted();
    for (const { name, place } of reported) judgeNumber(writer, place, `is ${sent[name]}`);
  });
}

/** Names of the number of all elements, and of the number of pages. */
const totalName = /^(total|total_?(count|items|results|elements))$/i;
const totalHeader = /^(x-)?total(-(count|items|results))?$/i;
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
  const totalHeaders = successesOf(list.operation).flatMap(({ headers }) =>
    headers.map(({ name }) => name).filter((name) => totalHeader.test(name)),
  );
  const all = [...totals, ...counts, ...totalHeaders];
  if (limit === undefined || all.length === 0) return [];
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
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' }, isShared: true });
    for (const { place } of totals) judgeNumber(writer, place, 'is at least 2');
    for (const { place } of counts) judgeNumber(writer, place, 'is at least 1');
    for (const header of totalHeaders) {
      writer.add('Then', `the requirement applies only if the header ${header} is present`);
      writer.add('Then', `the header ${header} is at least 2`);
    }
  });
}

/** A page beyond the last one is no reason to count other elements. */
function planBeyond(subject: ListSubject): readonly PlannedRequirement[] {
  const { plan, list } = subject;
  const { limit, offset, page } = pagingOf(list);
  const by = offset ?? page;
  const total = numbersBeside(subject).find(({ name }) => totalName.test(name));
  if (limit === undefined || by === undefined || total === undefined) return [];
  const about = {
    ...{ rule: 'paging.beyond', kind: lists },
    statement: `${labelOf(list)} counts its elements on a page beyond the last one, too.`,
    needs: [`${list.name}.paging.total`, `${list.name}.paging.reported`],
  };
  return draft(plan, list, about, (writer) => {
    const path = createTwo(subject, writer);
    const far = Math.min(Number(by.schema.maximum ?? farthest), farthest);
    writer.authorize(list.operation);
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' }, isShared: true });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${total.place} is at least 2`);
    writer.send('When', list.operation, path, { query: { [by.name]: String(far) } });
    writer.applyOnlyIfAccepted();
    writer.add('Then', 'the answer conforms to the OpenAPI description');
    judgeNumber(writer, total.place, 'is at least 2');
  });
}

/** A page that no list has. */
const farthest = 1_000_000;

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
    writer.applyOnlyIfAccepted();
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
    // While all elements have room in one page.
    ...{ rule: 'paging.counts', kind: lists, tags: ['@first'] },
    statement: `${labelOf(list)} counts its elements${pages === undefined ? '' : ' and pages'}.`,
    needs: [`${list.name}.paging.reported`, `${list.name}.paging.total`],
  };
  return draft(plan, list, about, (writer) => {
    writer.hold(subject.create.operation);
    // What was deleted does not count; what has nothing but its required members does.
    for (const removal of subject.resource.removals.slice(0, 1))
      writer.addIfPossible(() => writer.perform(removal, 'Given', `${list.name}-uncounted`));
    const rest = requiredOnly(plan, subject.create);
    if (rest !== undefined) sendRequiredOnly(subject.create, writer, rest);
    const path = createTwo(subject, writer);
    writer.authorize(list.operation);
    const most = Math.min(Number(maximum) - 1, longestWhole);
    writer.send('When', list.operation, path, { query: { [limit.name]: '1' } });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${total.place} is at most ${most}`);
    if (pages !== undefined) writer.add('Then', `${pages.place} is \${${total.place}}`);
    writer.add('When', `I remember ${total.place} as "total"`);
    writer.add('When', 'I remember ${total} plus 1 as "more"');
    writer.send('When', list.operation, path, { query: { [limit.name]: placeholder('more') } });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${own.place} is ${placeholder('more')}`);
    // Another client may have changed the list in the meantime.
    writer.add('Then', `the requirement applies only if ${total.place} is ${placeholder('total')}`);
    writer.add('Then', `${found.path} has ${placeholder('total')} elements`);
    if (pages === undefined) return;
    writer.add('Then', `${pages.place} is 1`);
    writer.add('When', 'I remember ${total} minus 1 as "fewer"');
    writer.send('When', list.operation, path, { query: { [limit.name]: placeholder('fewer') } });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${own.place} is ${placeholder('fewer')}`);
    writer.add('Then', `the requirement applies only if ${total.place} is ${placeholder('total')}`);
    writer.add('Then', `${pages.place} is 2`);
  });
}
