/** Requirements about the times at which a resource was created and changed. */
import { asObject, type Json, ownMember } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import { merged } from '../description/merged-schema.js';
import { proseOf } from '../description/prose.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { hasOwnText, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { longestPage } from '../resources/paging.js';
import { isLater, type Plan, placeholder, type Use } from '../resources/plan.js';
import { listPathOf, type Resource } from '../resources/resource-uses.js';
import type { FilledPath } from '../resources/resources.js';
import { listIn, objectsIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { bodyIn, shownByElements, state, statusOf } from './stored-values.js';
import { changeBefore } from './updates.js';

/** What happens to both times when a resource is read and changed. */
export function planTimes(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { reads, updates } = resource;
  return [
    ...reads.slice(0, 1).flatMap((read) => planReading(plan, resource, read)),
    ...updates.flatMap((update) => {
      const [read] = reads;
      if (read === undefined || isLater(update.operation)) return [];
      return [
        ...planCreationTime(plan, update, read),
        ...planChangeTime(plan, resource, update, read),
      ];
    }),
  ];
}

/** The names of members that tell when a resource was created, and when it was changed. */
const creationTime = /^creat(ed|ion)(_?(at|on|time|date))?$|^date_?created$/i;
const changeTime = /^(updat|modif|chang)ed(_?(at|on|time|date))?$|^date_?(updated|modified)$/i;

/** The places of both times in what a use shows; undefined unless one object has both. */
export function timesShown(plan: Plan, read: Use) {
  for (const { path, properties } of objectsIn(plan, read)) {
    const names = Object.keys(properties);
    const created = names.find((name) => creationTime.test(name));
    const changed = names.find((name) => changeTime.test(name));
    if (created === undefined || changed === undefined) continue;
    return {
      created: `${path}${step(created)}`,
      changed: `${path}${step(changed)}`,
      name: changed,
      isOfLastChange: saysLastChange(plan, properties, changed),
    };
  }
  return undefined;
}

/** Prose by which a time is that of the last change: `last modified`, `when it was changed last`. */
const lastChange =
  /\b(last|latest|most recent)\b[^.;]*\b(chang|updat|modif|edit)|\b(chang|updat|modif|edit)\w*[^.;]*\b(last|most recently)\b/i;

/** Prose by which not all changes count. */
const someChanges = /\b(by|from|only|unless|except|if|may|might|not|never)\b/i;

/** Whether a member's own description says so, of the whole resource and not of another member. */
function saysLastChange({ api }: Plan, properties: Json, name: string): boolean {
  const text = String(merged(api.document, ownMember(properties, name)).description ?? '');
  const words: readonly string[] = text.toLowerCase().match(/\w+/g) ?? [];
  const isOfMember = Object.keys(properties).some(
    (one) => one !== name && words.includes(one.toLowerCase()),
  );
  return lastChange.test(text) && !someChanges.test(text) && !isOfMember;
}

/** The sentence that lets the times of later requests differ. */
export const nextSecond = 'I wait until the clock of the target shows another second';

/** Reading is safe (RFC 9110 §9.2.1): it moves neither time, also in the list. */
function planReading(plan: Plan, { create, lists }: Resource, read: Use) {
  const places = objectsIn(plan, read).flatMap(({ path, properties }) =>
    timesAmong(properties).map((name) => `${path}${step(name)}`),
  );
  const [list] = lists;
  const listed = list === undefined ? [] : timesListed(plan, create, list);
  const about = {
    ...{ rule: 'times', kind: state },
    statement: `${labelOf(read)} leaves the times of what ${labelOf(create)} creates.`,
    needs: [
      ...[statusOf(read), `${read.name}.response.body`, `${create.name}.stored`],
      ...(list === undefined ? [] : [`${list.name}.response.body`, `${create.name}.listed`]),
    ],
  };
  if (timesShown(plan, read) === undefined) return [];
  return draft(plan, read, about, (writer) => {
    const filled = writer.prepare(read);
    const readBoth = (isShared: boolean, judge: (place: string, name: string) => void) => {
      writer.authorize(read.operation, 'When');
      writer.send('When', read.operation, filled.path, { query: filled.query, isShared });
      writer.applyOnlyIfAccepted();
      for (const [index, place] of places.entries()) judge(place, `time ${index + 1}`);
      if (list === undefined || listed.length === 0) return;
      writer.authorize(list.operation, 'When');
      writer.send('When', list.operation, listPathOf(plan, list), { query: longestPage(list) });
      writer.applyOnlyIfAccepted();
      for (const [index, place] of listed.entries()) judge(place, `listed time ${index + 1}`);
    };
    readBoth(true, (place, name) => {
      writer.add('Then', `the requirement applies only if ${place} is present`);
      writer.add('Then', `I remember ${place} as "${name}"`);
    });
    writer.add('When', nextSecond);
    readBoth(false, (place, name) => writer.add('Then', `${place} is ${placeholder(name)}`));
  });
}

function timesAmong(properties: Json): readonly string[] {
  return Object.keys(properties).filter((name) => creationTime.test(name) || changeTime.test(name));
}

/** The JSONPaths of the times of the element that scenarios share; none when nothing tells which it is. */
function timesListed(plan: Plan, create: Use, list: Use): readonly string[] {
  const [found, shown] = [listIn(plan, list), shownByElements(plan, create, list)];
  const own = Object.entries(shown?.pattern ?? {}).find(([, value]) => value === uniqueText());
  if (found === undefined || own === undefined) return [];
  const element = `${found.path}[?@${step(own[0])} == '${uniqueText()}']`;
  const names = timesAmong(asObject(found.element.properties));
  return names.map((name) => `${element}${step(name)}`);
}

/** An update leaves the time of the creation, where there is one of the change beside it. */
function planCreationTime(plan: Plan, update: Use, read: Use): readonly PlannedRequirement[] {
  const place = timesShown(plan, read)?.created;
  if (place === undefined) return [];
  const about = {
    ...{ rule: 'creation-time', kind: state },
    statement: `${labelOf(update)} leaves the time at which the resource was created.`,
    needs: [statusOf(update), statusOf(read), `${read.name}.response.body`],
  };
  return draft(plan, update, about, (writer) => {
    changeLater(plan, update, read, writer, () =>
      writer.add('Given', `I remember ${place} as "created"`),
    );
    writer.add('Then', `${place} is ${placeholder('created')}`);
  });
}

/**
 * An update moves the time of the change, when its prose or that of the member says so, and so does the
 * next one.
 */
function planChangeTime(
  plan: Plan,
  { create }: Resource,
  update: Use,
  read: Use,
): readonly PlannedRequirement[] {
  const times = timesShown(plan, read);
  if (times === undefined) return [];
  // A request that changes nothing may leave the time.
  const isStated = times.isOfLastChange && hasOwnText(bodyIn(plan, update, 1));
  if (!isStated && !proseOf(update.operation).includes(times.name)) return [];
  const about = {
    ...{ rule: 'change-time', kind: state },
    statement: `${labelOf(update)} moves the time at which the resource was changed.`,
    needs: [statusOf(update), statusOf(read), `${read.name}.response.body`],
  };
  return draft(plan, update, about, (writer) => {
    // Times without seconds may stay the same.
    const hasSeconds = `${times.changed} matches /:\\d\\d:\\d\\d/`;
    const filled = changeLater(plan, update, read, writer, () => {
      writer.add('Given', `the requirement applies only if ${hasSeconds}`);
      writer.add('Given', `I remember ${times.changed} as "changed"`);
    });
    writer.add('Then', `${times.changed} is not ${placeholder('changed')}`);
    writer.add('When', `I remember ${times.changed} as "changed"`);
    writer.add('When', nextSecond);
    changeBefore(plan, update, read, filled, writer, nextChange(plan, create, update));
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    writer.add('Then', `${times.changed} is not ${placeholder('changed')}`);
  });
}

/** Another change than the usual one: of the last member alone, where the schema allows it. */
function nextChange(plan: Plan, create: Use, update: Use): unknown {
  const created = asObject(bodyIn(plan, create, 0));
  const usual = asObject(bodyIn(plan, update, 1));
  const schema = update.operation.body?.schema ?? {};
  const name = Object.keys(usual).findLast(
    (one) =>
      ['number', 'boolean'].includes(typeof created[one]) &&
      created[one] !== usual[one] &&
      schemasOf(plan.api).problems(schema, sampleOf({ [one]: created[one] })).length === 0,
  );
  if (name !== undefined) return { [name]: created[name] };
  return renameOwnTexts(usual, 'changed', 'changed-again');
}

/**
 * Reads a resource, changes it in another second, and reads it again.
 *
 * @param rememberBefore adds steps about the first answer
 */
function changeLater(
  plan: Plan,
  update: Use,
  read: Use,
  writer: Writer,
  rememberBefore: () => void,
): FilledPath {
  const filled = writer.prepare(update, { mark: `${update.name}-time` });
  writer.authorize(read.operation);
  writer.send('Given', read.operation, filled.path, { query: filled.query });
  rememberBefore();
  writer.add('Given', nextSecond);
  changeBefore(plan, update, read, filled, writer);
  writer.send('When', read.operation, filled.path, { query: filled.query });
  writer.expect('a success');
  return filled;
}
