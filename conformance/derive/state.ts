/** Requirements about what requests store, change and delete. */
import { labelOf } from './answers.js';
import { bodyOf } from './bodies.js';
import { draft } from './draft.js';
import { planUnknown, sendUnknown } from './errors.js';
import { NoExample } from './example-value.js';
import { completeList } from './lists.js';
import { findMember, valueAt, withValueAt } from './logins.js';
import type { PlannedRequirement } from './model.js';
import { hasOwnText, ownTextOf, renameOwnTexts, uniqueText } from './own-texts.js';
import { creationBy, lastCreation } from './ownership.js';
import { type Plan, placeholder, type Use } from './plan.js';
import { unknownStatus } from './refusals.js';
import { idInAnswer } from './resource-ids.js';
import { findResources, type Resource } from './resource-uses.js';
import { isCreatingPut, isReading, partsOf } from './resources.js';
import { listIn, objectsIn, type ShownValues, shownValues } from './shown-values.js';
import type { Writer } from './writer.js';

/** What each resource of the description shows of the requests about it. */
export function planState(plan: Plan): readonly PlannedRequirement[] {
  return [
    ...findResources(plan).flatMap((resource) => [
      ...planCreation(plan, resource),
      ...resource.updates.flatMap((update) => planUpdate(plan, resource, update)),
      ...resource.removals.flatMap((removal) => planRemoval(plan, resource, removal)),
      ...resource.lists.flatMap((list) => planEmptyList(plan, list)),
    ]),
    ...plan.uses.flatMap((use) => planAction(plan, use)),
  ];
}

const state = 'state' as const;

function judgeValues(writer: Writer, { path, pattern }: ShownValues): void {
  const inline = JSON.stringify(pattern);
  if (inline.length < 100 && !/[{[].*[{[].*[{[]/.test(inline))
    writer.add('Then', `${path} matches ${inline}`);
  else writer.add('Then', `${path} matches`, { below: JSON.stringify(pattern, undefined, 2) });
}

function statusOf({ name }: Use): string {
  return `${name}.response.status`;
}

function planCreation(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create, reads, lists } = resource;
  return [
    ...planShownByAnswer(plan, create, 0),
    ...reads.flatMap((read) => planStored(plan, create, read)),
    ...lists.flatMap((list) => planListed(plan, create, list)),
    ...planDistinct(plan, create),
  ];
}

/** The body of a use, in a variant that is possible. */
function bodyIn(plan: Plan, { operation }: Use, variant: number): unknown {
  try {
    return bodyOf(plan.api, operation, variant);
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

function planShownByAnswer(plan: Plan, use: Use, variant: number): readonly PlannedRequirement[] {
  const shown = shownValues(plan, use, bodyIn(plan, use, variant), objectsIn(plan, use));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'response.values', kind: state },
    statement: `The answer to ${labelOf(use)} shows the values that were sent.`,
    needs: [statusOf(use), `${use.name}.response.body`],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(use, 'When');
    writer.add('Then', 'the requirement applies only if the status is a success');
    judgeValues(writer, shown);
  });
}

function planStored(plan: Plan, create: Use, read: Use): readonly PlannedRequirement[] {
  const shown = shownValues(plan, create, bodyIn(plan, create, 0), objectsIn(plan, read));
  const about = {
    ...{ rule: 'stored', kind: state },
    statement: `${labelOf(read)} shows what ${labelOf(create)} has stored.`,
    needs: [statusOf(read), `${create.name}.response.values`],
  };
  return draft(plan, create, about, (writer) => {
    writer.perform(read, 'When');
    writer.expect('a success');
    if (shown !== undefined) judgeValues(writer, shown);
  });
}

function planListed(plan: Plan, create: Use, list: Use): readonly PlannedRequirement[] {
  const about = {
    ...{ rule: 'listed', kind: state },
    statement: `${labelOf(list)} has what ${labelOf(create)} creates.`,
    needs: [statusOf(list)],
  };
  return draft(plan, create, about, (writer) => {
    const created = performCreation(plan, create, writer);
    const sign = signIn(plan, create, list, created);
    completeList(plan, list, writer, created.path);
    writer.add('Then', `the text of the body contains ${sign}`);
  });
}

/** Creates, and remembers the id. */
function performCreation(plan: Plan, create: Use, writer: Writer) {
  const filled = writer.perform(create, 'Given');
  const creation = creationBy(plan, create.operation, filled.path);
  if (creation?.jsonPath !== undefined)
    writer.add('Given', `I remember ${creation.jsonPath} as "${creation.name}"`);
  return { path: isCreatingPut(create.operation) ? parentOf(filled.path) : filled.path, creation };
}

function parentOf(path: string): string {
  return `/${partsOf(path).slice(0, -1).join('/')}`;
}

/**
 * The text by which a list shows a created resource: its unique text, when the elements have that
 * member.
 *
 * @throws NoExample when they have none
 */
function signIn(
  plan: Plan,
  create: Use,
  list: Use,
  { creation }: { readonly creation: ReturnType<typeof lastCreation> },
): string {
  const element = listIn(plan, list)?.element ?? {};
  const objects = [{ path: '$', properties: Object(element.properties) }];
  const shown = shownValues(plan, create, bodyIn(plan, create, 0), objects);
  if (hasOwnText(shown?.pattern)) return `"${ownTextOf(shown?.pattern)}"`;
  if (isCreatingPut(create.operation)) return `"${uniqueText()}"`;
  const member = creation?.jsonPath?.replace(/^.*\./, '') ?? '';
  if (creation?.jsonPath === undefined || !Object.hasOwn(Object(element.properties), member))
    throw new NoExample('the elements of the list show nothing of the request');
  return `"${creation.value}"`;
}

function planDistinct(plan: Plan, create: Use): readonly PlannedRequirement[] {
  const { operation } = create;
  const about = {
    ...{ rule: 'distinct', kind: state },
    statement: `Each request to ${labelOf(create)} creates a resource of its own.`,
    needs: [statusOf(create)],
  };
  if (operation.method !== 'POST') return [];
  return draft(plan, create, about, (writer) => {
    const filled = writer.perform(create, 'Given');
    const creation = creationBy(plan, operation, filled.path) ?? identified(plan, create);
    if (creation?.jsonPath === undefined) throw new NoExample('nothing tells the id');
    writer.add('Given', `I remember ${creation.jsonPath} as "first"`);
    writer.create({ ...creation, path: filled.path }, 'second');
    writer.steps.pop();
    writer.add('Then', `${creation.jsonPath} is not ${placeholder('first')}`);
  });
}

function identified(plan: Plan, { operation }: Use) {
  const uses = plan.uses.map((one) => lastCreation(plan, one));
  return uses.find((one) => one?.operation === operation);
}

function planUpdate(plan: Plan, resource: Resource, update: Use): readonly PlannedRequirement[] {
  const [read] = resource.reads;
  return [
    ...planShownByAnswer(plan, update, 1),
    ...(read === undefined ? [] : planUpdated(plan, update, read)),
    ...(read === undefined ? [] : planRest(plan, resource, update, read)),
    ...(read === undefined ? [] : planUnknownUpdate(plan, update, read)),
  ];
}

/** An update can change an id that is made of its values, such as a slug: the answer has the new one. */
function takeId(plan: Plan, update: Use, read: Use, writer: Writer): void {
  const creation = lastCreation(plan, read);
  const parts = partsOf(read.operation.path);
  const parameter = /\{([^{}]+)\}/.exec(parts.at(-1) ?? '')?.[1];
  if (creation?.jsonPath === undefined || parameter === undefined) return;
  const jsonPath = idInAnswer(plan.api, update.operation, parts.slice(0, -1), parameter);
  if (jsonPath === undefined || creation.deletion === undefined) return;
  writer.add('Given', `I remember ${jsonPath} as "${creation.name}"`);
  writer.add(
    'Given',
    `I clean up with DELETE ${creation.deletion.replace(/\$\{\$[^}]*\}$/, () => creation.value)}`,
  );
}

function planUpdated(plan: Plan, update: Use, read: Use) {
  const shown = shownValues(plan, update, bodyIn(plan, update, 1), objectsIn(plan, read));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'stored', kind: state },
    statement: `${labelOf(read)} shows what ${labelOf(update)} has stored.`,
    needs: [statusOf(update), statusOf(read), `${update.name}.response.values`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.perform(update, 'Given');
    takeId(plan, update, read, writer);
    writer.authorize(read.operation);
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    judgeValues(writer, shown);
  });
}

/** PATCH changes what it names, and nothing else (RFC 5789 §2). */
function planRest(plan: Plan, { create }: Resource, update: Use, read: Use) {
  if (update.operation.method !== 'PATCH') return [];
  const whole = bodyIn(plan, update, 1);
  const changed: readonly unknown[] = [uniqueText('changed'), uniqueText('changed', 'unique-word')];
  const path = findMember(whole, ({ value }) => changed.includes(value));
  const created = shownValues(plan, create, bodyIn(plan, create, 0), objectsIn(plan, read));
  const member = path?.at(-1);
  if (path === undefined || member === undefined || created === undefined) return [];
  if (!Object.hasOwn(created.pattern, member) || Object.keys(created.pattern).length < 2) return [];
  const single = withValueAt({}, path, valueAt(whole, path));
  const { [member]: _changed, ...rest } = created.pattern;
  const mark = `${update.name}-rest`;
  const about = {
    ...{ rule: 'rest', kind: state },
    statement: `${labelOf(update)} leaves the members that it does not name.`,
    needs: [statusOf(update), `${update.name}.stored`, `${create.name}.stored`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.prepare(update, { mark });
    writer.authorize(update.operation);
    writer.send('When', update.operation, filled.path, { body: single, query: filled.query });
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    const pattern = Object(renameOwnTexts(rest, '', mark));
    judgeValues(writer, { path: created.path, pattern });
  });
}

/** An update of what does not exist creates nothing. */
function planUnknownUpdate(plan: Plan, update: Use, read: Use): readonly PlannedRequirement[] {
  if (planUnknown(plan, update).length === 0) return [];
  const about = {
    ...{ rule: 'unknown.nothing', kind: state },
    statement: `${labelOf(update)} creates nothing when the resource does not exist.`,
    needs: [`${update.name}.unknown`, `${read.name}.unknown`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = sendUnknown(plan, update, writer);
    writer.authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect(unknownStatus(read.operation) ?? 'a client error');
  });
}

function planRemoval(plan: Plan, resource: Resource, removal: Use): readonly PlannedRequirement[] {
  const { create, reads, lists } = resource;
  const gone = reads.flatMap((read) =>
    draft(
      plan,
      removal,
      {
        ...{ rule: 'gone', kind: state },
        statement: `${labelOf(read)} does not find what ${labelOf(removal)} has deleted.`,
        needs: [statusOf(removal), statusOf(read), `${read.name}.unknown`],
      },
      (writer) => {
        const filled = writer.perform(removal, 'Given');
        writer.authorize(read.operation);
        writer.send('When', read.operation, filled.path, { query: filled.query });
        writer.expect(unknownStatus(read.operation) ?? 'a client error');
      },
    ),
  );
  const unlisted = lists.flatMap((list) =>
    draft(
      plan,
      removal,
      {
        ...{ rule: 'unlisted', kind: state },
        statement: `${labelOf(list)} lacks what ${labelOf(removal)} has deleted.`,
        needs: [statusOf(removal), statusOf(list), `${create.name}.listed`, `${removal.name}.gone`],
      },
      (writer) => {
        const filled = writer.perform(removal, 'Given');
        const path = removal.byQuery === undefined ? parentOf(filled.path) : filled.path;
        writer.authorize(list.operation);
        writer.send('When', list.operation, path);
        writer.expect('a success');
        const text = ownTextOf(bodyOf(plan.api, create.operation), removal.name);
        writer.add('Then', `the text of the body does not contain "${text}"`);
      },
    ),
  );
  return [...gone.slice(0, 1), ...unlisted.slice(0, 1)];
}

/** The list of a parent that was just created. */
function planEmptyList(plan: Plan, list: Use): readonly PlannedRequirement[] {
  const found = listIn(plan, list);
  if (found === undefined || lastCreation(plan, list) === undefined) return [];
  const creating = plan.uses.find(
    ({ operation }) => operation.method === 'POST' && operation.path === list.operation.path,
  );
  const about = {
    ...{ rule: 'empty', kind: state },
    statement: `${labelOf(list)} is empty while nothing was created there.`,
    needs: [statusOf(list)],
  };
  const write = (writer: Writer, sibling?: Use) => {
    // What another parent has must not appear here.
    if (sibling !== undefined) writer.perform(sibling, 'Given');
    const filled = writer.prepare(list, { mark: `${list.name}-empty` });
    writer.authorize(list.operation);
    writer.send('When', list.operation, filled.path);
    writer.add('Then', 'the requirement applies only if the status is a success');
    writer.add('Then', `${found.path} has 0 elements`);
  };
  const besideOthers = draft(plan, list, about, (writer) => write(writer, creating));
  return besideOthers.length > 0 ? besideOthers : draft(plan, list, about, write);
}

/** `favorite` → `favorited`, `follow` → `following`, `star` → `isStarred`. */
function flagFor(verb: string, names: readonly string[]): string | undefined {
  const stem = verb
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/e$/, '');
  const expression = new RegExp(`^(?:is|has|was)?_?${stem}+(?:e?d|ing)$`, 'i');
  return stem.length < 3 ? undefined : names.find((name) => expression.test(name));
}

/** An action below a resource, with DELETE to undo it: `POST /articles/{slug}/favorite`. */
function planAction(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const parts = partsOf(operation.path);
  const [verb = '', parent = ''] = [parts.at(-1), parts.at(-2)];
  const undo = plan.uses.find(
    (one) => one.operation.method === 'DELETE' && one.operation.path === operation.path,
  );
  const read = plan.uses.find(
    ({ operation: other }) =>
      other.method === 'GET' && other.path === `/${parts.slice(0, -1).join('/')}`,
  );
  const isAction = ['POST', 'PUT'].includes(operation.method) && operation.body === undefined;
  if (!isAction || undo === undefined || read === undefined || !parent.startsWith('{')) return [];
  const flags = objectsIn(plan, read).flatMap(({ path, properties }) => {
    const flag = flagFor(verb, Object.keys(properties));
    return flag === undefined ? [] : [`${path}.${flag}`];
  });
  const [flag] = flags;
  if (flag === undefined || isReading(operation.method)) return [];
  return [
    ...planFlag(plan, use, read, flag, { value: true }),
    ...planFlag(plan, undo, read, flag, { value: false, before: use }),
  ];
}

function planFlag(
  plan: Plan,
  use: Use,
  read: Use,
  flag: string,
  { value, before }: { readonly value: boolean; readonly before?: Use },
): readonly PlannedRequirement[] {
  const about = {
    ...{ rule: 'shown', kind: state },
    statement: `${labelOf(read)} shows the effect of ${labelOf(use)}: ${flag} is ${value}.`,
    needs: [statusOf(use), statusOf(read), ...(before === undefined ? [] : [statusOf(before)])],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { mark: `${use.name}-shown` });
    writer.authorize(use.operation);
    if (before !== undefined) writer.send('Given', before.operation, filled.path);
    writer.send('When', use.operation, filled.path);
    writer.add('Then', 'the requirement applies only if the status is a success');
    const path = filled.path.replace(/\/[^/]*$/, '');
    writer.send('When', read.operation, path);
    writer.add('Then', `${flag} is ${value}`);
  });
}
