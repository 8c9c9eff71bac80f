/** Requirements about values that a careless program takes for missing ones: 0, false, null, an empty text. */
import { asObject, type Json, valueAt } from '../../../kit/collections.js';
import { withValueAt } from '../../../kit/member-path.js';
import { isWrittenAsJson } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { isReferred } from '../description/referred-ids.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { type Member, membersIn } from '../examples/members.js';
import { renameOwnTexts } from '../examples/own-texts.js';
import { isLater, type Plan, type Use } from '../resources/plan.js';
import type { Resource } from '../resources/resource-uses.js';
import { objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf, requiredOnly } from './answers.js';
import { takeId } from './replaced-identity.js';
import {
  bodyIn,
  expectStored,
  fullBodyIn,
  judgeListed,
  judgeValues,
  state,
  statusOf,
} from './stored-values.js';

/** What 0 and false are stored as, and what falsey values leave. */
export function planFalsey(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  return [
    ...careless.flatMap((one) => planCareless(plan, resource, one)),
    ...planFalseyDefaults(plan, resource),
    ...resource.updates.flatMap((update) => [
      ...planZeroUpdate(plan, resource, update),
      ...planKeeping(plan, resource, update),
    ]),
  ];
}

/** The values that count like missing ones where the prose says so. */
const falseyValues = [null, '', 0, false];

/** A body with other values of some members, as far as the schema allows each of them. */
function bodyWith(
  plan: Plan,
  { operation }: Use,
  body: unknown,
  valueFor: (member: Member) => unknown,
): { readonly body: unknown; readonly names: readonly string[] } {
  const { document } = plan.api;
  const schema = operation.body?.schema;
  let [changed, names] = [body, [] as readonly string[]];
  for (const member of membersIn(document, schema, body)) {
    // Another id could name a resource of others.
    const value = isReferred(valueAt(body, member.path)) ? undefined : valueFor(member);
    if (value === undefined) continue;
    const next = withValueAt(changed, member.path, value);
    if (schemasOf(plan.api).problems(schema ?? {}, sampleOf(next)).length > 0) continue;
    [changed, names] = [next, [...names, member.path.at(-1) ?? '']];
  }
  return { body: changed, names };
}

/** Values that a schema allows, which a careless program replaces by others. */
interface Careless {
  readonly rule: string;
  /** `0 and false` */
  readonly said: string;
  valueFor(member: Member): unknown;
}

const careless: readonly Careless[] = [
  {
    ...{ rule: 'zero', said: '0 and false' },
    valueFor: ({ schema: { type } }) => zeroOf([type].flat()),
  },
  {
    ...{ rule: 'negative', said: 'a number below 0' },
    valueFor: ({ schema }) =>
      isNumber([schema.type].flat()) && !hasLowerLimit(schema) ? -1 : undefined,
  },
];

function hasLowerLimit({ minimum, exclusiveMinimum, multipleOf }: Json): boolean {
  return [minimum, exclusiveMinimum, multipleOf].some((one) => one !== undefined);
}

/** The values of a body that a read shows, among those that were made for it. */
function shownOf(plan: Plan, sender: Use, read: Use, { body, names }: ReturnType<typeof bodyWith>) {
  const shown = shownValues(plan, sender, body, objectsIn(plan, read));
  const pattern = Object.fromEntries(
    Object.entries(shown?.pattern ?? {}).filter(([name]) => names.includes(name)),
  );
  if (shown === undefined || Object.keys(pattern).length === 0) return undefined;
  return { path: shown.path, pattern };
}

/** A creation stores such values as they are, and no default in their place. */
function planCareless(plan: Plan, resource: Resource, { rule, said, valueFor }: Careless) {
  const { create, reads } = resource;
  const [read] = reads;
  const { body, method } = create.operation;
  const example = renameOwnTexts(fullBodyIn(plan, create), '', rule);
  if (body === undefined || read === undefined || !isWrittenAsJson(body.mediaType)) return [];
  const made = bodyWith(plan, create, example, valueFor);
  const shown = shownOf(plan, create, read, made);
  if (shown === undefined || method !== 'POST') return [];
  const about = {
    ...{ rule, kind: state },
    statement: `${labelOf(read)} shows ${said} as sent to ${labelOf(create)}.`,
    needs: [
      statusOf(create),
      ...['stored', 'stored.optional', 'defaults'].map((one) => `${create.name}.${one}`),
    ],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.prepare(create);
    writer.authorize(create.operation).cleanUpAfter(create, filled.path);
    writer.send('When', create.operation, filled.path, { body: made.body });
    // A server may have rules about values that no schema states.
    writer.applyOnlyIfAccepted();
    expectStored(plan, resource, writer, filled.path, made.body);
    judgeValues(writer, shown);
    judgeListed(plan, resource, writer, filled.path, made.body);
  });
}

/** An update stores 0 and false, unless the description says that it takes them for missing ones. */
function planZeroUpdate(plan: Plan, { create, reads }: Resource, update: Use) {
  const [[read], { body, summary = '', description = '' }] = [reads, update.operation];
  const mark = `${update.name}-zero`;
  if (body === undefined || read === undefined || isLater(update.operation)) return [];
  if (/\bfals(?:e|e?y)\b/i.test(`${summary} ${description}`)) return [];
  const whole = renameOwnTexts(bodyIn(plan, update, 1), 'changed', mark);
  const made = bodyWith(plan, update, whole, ({ schema: { type } }) => zeroOf([type].flat()));
  // What is zero already would not show the change.
  const before = bodyWith(plan, update, whole, ({ schema: { type } }) =>
    [type].flat().includes('boolean') ? true : undefined,
  );
  const shown = shownOf(plan, update, read, made);
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'zero', kind: state },
    statement: `${labelOf(read)} shows 0 and false as sent to ${labelOf(update)}.`,
    needs: [statusOf(update), `${update.name}.stored`, `${create.name}.stored`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.prepare(update, { mark });
    writer.authorize(update.operation).cleanUpAfter(update, filled.path);
    for (const { body: sent } of [before, made]) {
      writer.send('When', update.operation, filled.path, { body: sent, query: filled.query });
      writer.applyOnlyIfAccepted();
      takeId(plan, update, writer);
    }
    writer.authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    judgeValues(writer, shown);
  });
}

function isNumber(types: readonly unknown[]): boolean {
  return types.includes('integer') || types.includes('number');
}

function zeroOf(types: readonly unknown[]): unknown {
  if (types.includes('boolean')) return false;
  return isNumber(types) ? 0 : undefined;
}

/** A creation takes falsey values for missing ones, when its prose says so of a member with a default. */
function planFalseyDefaults(plan: Plan, { create }: Resource): readonly PlannedRequirement[] {
  const { body, description = '' } = create.operation;
  const rest = requiredOnly(plan, create);
  const { properties } = merged(plan.api.document, body?.schema);
  const defaults = Object.entries(asObject(properties)).flatMap(([name, part]) => {
    const { default: usual } = merged(plan.api.document, part);
    const said = new RegExp(
      `\\bfals(?:e|e?y)\\b[^.;]*\\b${name}\\b[^.;]*\\b(?:becomes?|counts?)\\b`,
      'i',
    );
    return usual !== undefined && said.test(description) ? [[name, usual] as const] : [];
  });
  const made = Object.fromEntries(defaults);
  const shown = shownValues(plan, create, made, objectsIn(plan, create));
  if (rest === undefined || shown === undefined || create.operation.method !== 'POST') return [];
  const about = {
    ...{ rule: 'defaults.falsey', kind: state },
    statement: `The answer to ${labelOf(create)} shows the defaults of members with falsey values.`,
    needs: [statusOf(create), `${create.name}.defaults`],
  };
  return draft(plan, create, about, (writer) => {
    const { path } = writer.prepare(create);
    writer.authorize(create.operation).cleanUpAfter(create, path);
    for (const [index, value] of falseyValues.entries()) {
      const own = renameOwnTexts(rest, '', `falsey-${index + 1}`);
      const changes = Object.fromEntries(defaults.map(([name]) => [name, value]));
      writer.send('When', create.operation, path, { body: { ...asObject(own), ...changes } });
      // Values of other types may be rejected.
      const table = [
        ['the status is a client error'],
        [`${shown.path} matches ${JSON.stringify(shown.pattern)}`],
      ];
      writer.add('Then', 'one of these holds', { table });
    }
  });
}

/** Prose by which an update takes falsey values for missing ones. */
const keeping = /\bfals(?:e|e?y)\b[^.;]*\b(?:keeps?|retains?|leaves?)\b/i;

/** An update leaves members with falsey values as they are, when the description says so. */
function planKeeping(plan: Plan, { create, reads }: Resource, update: Use) {
  const [read] = reads;
  const { body, description = '', summary = '' } = update.operation;
  const whole = bodyIn(plan, update, 1);
  const sent = bodyIn(plan, create, 0);
  if (body === undefined || read === undefined) return [];
  if (!keeping.test(`${summary} ${description}`)) return [];
  const names = Object.keys(asObject(whole));
  const mark = `${update.name}-falsey`;
  const keptIn = (use: Use): ShownValues | undefined => {
    const shown = shownValues(plan, create, sent, objectsIn(plan, use));
    const kept = Object.entries(shown?.pattern ?? {}).filter(([name]) => names.includes(name));
    const pattern = Object(renameOwnTexts(Object.fromEntries(kept), '', mark));
    return shown && kept.length > 0 ? { path: shown.path, pattern } : undefined;
  };
  const [answered, stored] = [keptIn(update), keptIn(read)];
  if (stored === undefined) return [];
  const about = {
    ...{ rule: 'rest.falsey', kind: state },
    statement: `${labelOf(update)} leaves the members to which it gives falsey values.`,
    needs: [statusOf(update), `${update.name}.stored`, `${update.name}.rest`],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.prepare(update, { mark });
    writer.authorize(update.operation).cleanUpAfter(update, filled.path);
    for (const value of falseyValues) {
      const changes = Object.fromEntries(names.map((name) => [name, value]));
      writer.send('When', update.operation, filled.path, { body: changes, query: filled.query });
      // Values of other types may be rejected.
      const rows = answered && [
        ['the status is a client error'],
        [`${answered.path} matches ${JSON.stringify(answered.pattern)}`],
      ];
      if (rows !== undefined) writer.add('Then', 'one of these holds', { table: rows });
      writer.send('When', read.operation, filled.path, { query: filled.query });
      writer.expect('a success');
      judgeValues(writer, stored);
    }
  });
}
