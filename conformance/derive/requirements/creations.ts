/** Requirements about what creations have in common: each makes a resource of its own, with all its members. */
import { asList, asObject } from '../../../kit/collections.js';
import { withValueAt } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import { merged } from '../description/merged-schema.js';
import { NoExample } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, renameOwnTexts } from '../examples/own-texts.js';
import { findAccounts } from '../resources/logins.js';
import { creationBy, lastCreation } from '../resources/ownership.js';
import { type Plan, placeholder, type Use } from '../resources/plan.js';
import type { Resource } from '../resources/resource-uses.js';
import { objectsIn, shownValues } from '../resources/shown-values.js';
import { type About, draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf, pointerTo, requiredOnly, sendRequiredOnly } from './answers.js';
import { otherBody } from './list-subject.js';
import { bodyIn, demandStored, fullBodyIn, judgeValues, state, statusOf } from './stored-values.js';

/** What a creation makes, apart from what was sent. */
export function planCreated(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create, reads } = resource;
  return [
    ...planDistinct(plan, create),
    ...planConflict(plan, resource),
    ...planDefaults(plan, create),
    ...reads.slice(0, 1).flatMap((read) => planEveryMember(plan, resource, read)),
    ...reads.slice(0, 1).flatMap((read) => planChoices(plan, resource, read)),
  ];
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
    // Scenarios about lists share the same request.
    const body = otherBody(plan, create);
    writer.create({ ...creation, path: filled.path, body }, 'second');
    writer.steps.pop();
    writer.add('Then', `${creation.jsonPath} is not ${placeholder('first')}`);
  });
}

/** Prose by which two resources cannot be the same in what has to be unique. */
const conflicting = /\b(exists?|taken|duplicate|unique|already (used|in use|registered))\b/i;

/**
 * Whether the usual body can be what conflicts, and how sure that is. A text that names members, such as
 * a slug, is about these: a server may make one that is not sent. Without a name, something else may
 * conflict. A key of idempotency is there to send the same again.
 */
function conflictLevel(plan: Plan, create: Use, text: string): About['level'] {
  const { body, parameters } = create.operation;
  if (/idempot/i.test(`${text} ${parameters.map(({ name }) => name).join(' ')}`)) return undefined;
  const words: readonly string[] = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const isNamed = (name: string) => words.includes(name.toLowerCase());
  const usual = bodyIn(plan, create, 0);
  const { properties } = merged(plan.api.document, body?.schema);
  const named = Object.keys(asObject(properties)).filter(isNamed);
  if (named.length === 0) return 'open';
  return named.some((name) => Object.hasOwn(Object(usual), name)) ? 'must' : undefined;
}

/** The same creation again is rejected, where the description says what conflicts. */
function planConflict(plan: Plan, { create, reads }: Resource): readonly PlannedRequirement[] {
  const { operation } = create;
  const answer = operation.answers.find(({ status }) => status === '409');
  const isAccount = findAccounts(plan.api).registration?.operation === operation;
  const text = answer?.text ?? '';
  const level = conflictLevel(plan, create, text);
  const isStated = conflicting.test(text) && operation.method === 'POST';
  if (answer === undefined || !isStated || isAccount || level === undefined) return [];
  const about = {
    ...{ rule: 'twice', kind: state, level, pointer: pointerTo(operation, answer) },
    statement: `${labelOf(create)} answers 409 when it is sent again.`,
    needs: [statusOf(create), ...reads.map(statusOf)],
  };
  return draft(plan, create, about, (writer) => {
    const { path } = writer.perform(create, 'Given');
    writer.send('When', operation, path);
    writer.expect('409');
  });
}

/** A creation stores the members that the examples leave out, too. */
function planEveryMember(plan: Plan, resource: Resource, read: Use) {
  const { create } = resource;
  const whole = fullBodyIn(plan, create);
  const rule = 'stored.optional';
  const said = `the optional members that ${labelOf(create)} has stored`;
  return planFurther(plan, resource, read, { rule, said, body: whole });
}

/** A creation stores other values of enumerated members than the usual ones, which may be defaults. */
function planChoices(plan: Plan, resource: Resource, read: Use) {
  const { operation } = resource.create;
  const usual = bodyIn(plan, resource.create, 0);
  const { schema = {} } = operation.body ?? {};
  const body = membersIn(plan.api.document, schema, usual).reduce<unknown>((whole, member) => {
    const other = asList(member.schema.enum).findLast((one) => one !== null);
    const isOptional = !member.isRequired && member.path.length === 1;
    return isOptional && other !== undefined ? withValueAt(whole, member.path, other) : whole;
  }, usual);
  const said = `other values of enumerated members that ${labelOf(resource.create)} has stored`;
  return planFurther(plan, resource, read, { rule: 'stored.choices', said, body });
}

/** What a further body has is shown by a GET. */
interface Further {
  readonly rule: string;
  /** What the GET shows. */
  readonly said: string;
  readonly body: unknown;
}

/** A creation with another body than the usual one; none when it is the usual one. */
function planFurther(plan: Plan, resource: Resource, read: Use, further: Further) {
  const { create } = resource;
  const { operation } = create;
  const { rule, said } = further;
  const body = renameOwnTexts(further.body, '', `${create.name}-${rule}`);
  const shown = shownValues(plan, create, body, objectsIn(plan, read));
  const isUsual = JSON.stringify(further.body) === JSON.stringify(bodyIn(plan, create, 0));
  if (isUsual || shown === undefined) return [];
  const about = {
    ...{ rule, kind: state, statement: `${labelOf(read)} shows ${said}.` },
    needs: [statusOf(create), `${create.name}.stored`, `${read.name}.response.body`],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.prepare(create);
    writer.authorize(operation).cleanUpAfter(create, filled.path);
    writer.send('When', operation, filled.path, { body });
    // Nothing shows that a server accepts them together.
    writer.applyOnlyIfAccepted();
    if (!demandStored(plan, resource, writer, filled.path, body))
      throw new NoExample('no answer shows the id');
    judgeValues(writer, shown);
  });
}

/** The answer to a create without optional members has the defaults of the schema. */
function planDefaults(plan: Plan, create: Use): readonly PlannedRequirement[] {
  const { operation } = create;
  const { body } = operation;
  const [usual, example] = [bodyIn(plan, create, 0), fullBodyIn(plan, create)];
  if (body === undefined || operation.method !== 'POST' || usual === undefined) return [];
  const members = membersIn(plan.api.document, body.schema, example).filter(
    ({ schema, isRequired }) =>
      !isRequired && ['string', 'number', 'boolean'].includes(typeof schema.default),
  );
  const nullable = defaultsOfNull(plan, create);
  const rest = requiredOnly(plan, create) ?? (hasOwnText(usual) ? usual : undefined);
  const filled = members.reduce<unknown>(
    (whole, { path, schema }) => withValueAt(whole, path, schema.default),
    example,
  );
  const shown = shownValues(plan, create, filled, objectsIn(plan, create));
  // What the rest has is no default.
  const names = members.flatMap(({ path: [name, ...inside] }) =>
    inside.length > 0 || Object.hasOwn(Object(rest), name ?? '') ? [] : [name],
  );
  const pattern = Object.fromEntries(
    Object.entries(shown?.pattern ?? {}).filter(([name]) => names.includes(name)),
  );
  if (shown === undefined || Object.keys(pattern).length === 0 || rest === undefined) return [];
  const about = {
    ...{ rule: 'defaults', kind: state },
    statement: `The answer to ${labelOf(create)} shows the defaults of what is not sent.`,
    needs: [
      ...[statusOf(create), `${create.name}.response.body`, `${create.name}.response.values`],
    ],
  };
  return draft(plan, create, about, (writer) => {
    sendRequiredOnly(create, writer, rest);
    writer.applyOnlyIfAccepted();
    judgeValues(writer, { path: shown.path, pattern });
    for (const name of nullable.filter((one) => !Object.hasOwn(Object(rest), one))) {
      const place = `${shown.path}${step(name)}`;
      const table = [[`${place} is absent`], [`${place} is null`]];
      writer.add('Then', 'one of these holds', { table });
    }
  });
}

/** The members whose default is null, which an answer may leave out. */
function defaultsOfNull(plan: Plan, { operation }: Use): readonly string[] {
  const { document } = plan.api;
  const { properties } = merged(document, operation.body?.schema);
  return Object.entries(asObject(properties)).flatMap(([name, part]) =>
    merged(document, part).default === null ? [name] : [],
  );
}

function identified(plan: Plan, { operation }: Use) {
  const uses = plan.uses.map((one) => lastCreation(plan, one));
  return uses.find((one) => one?.operation === operation);
}
