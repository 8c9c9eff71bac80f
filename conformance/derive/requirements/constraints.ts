/** Requirements about requests that break one constraint of the description. */
import { asList, valueAt } from '../../../kit/collections.js';
import { without, withValueAt } from '../../../kit/member-path.js';
import { step, successesOf } from '../description/answered-ids.js';
import { isForm, isMultipart, isWrittenAsJson } from '../description/description.js';
import { isReferred } from '../description/referred-ids.js';
import { namesFalsey, type Wrong } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample, oftenUnique } from '../examples/example-value.js';
import {
  type ConstraintRow,
  constraintsOf,
  type Member,
  membersIn,
  membersOfFirst,
  objectListRows,
  type RowValue,
} from '../examples/members.js';
import { hasOwnText, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { isLogin, passwordIn } from '../resources/logins.js';
import { type Plan, placeholder, type Use } from '../resources/plan.js';
import { spareMembers } from '../resources/spare-members.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { RequestParts } from '../scenarios/request-parts.js';
import { isUsualType } from '../scenarios/sending.js';
import { bodyPointer, rememberValid, twinName, validName } from '../scenarios/valid-body.js';
import type { Writer } from '../scenarios/writer.js';
import { type ConstraintCase, isChange, planCase, ruleOf } from './constraint-case.js';
import { planParameter } from './parameter-constraints.js';
import { planEmptyObject, planUndeclared, planUnreadable } from './whole-bodies.js';

/** A constraint for each parameter and member, the boundary first. */
export function planConstraints(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  if (successesOf(operation).length === 0 || isLogin(operation)) return [];
  return [
    ...operation.parameters.flatMap((one) => planParameter(plan, use, one)),
    ...planMembers(plan, use),
    ...planFields(plan, use),
    ...planUnreadable(plan, use),
  ];
}

function planMembers(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { body } = use.operation;
  if (body === undefined || !isWrittenAsJson(body.mediaType)) return [];
  try {
    const example = bodyOf(plan.api, use.operation);
    const { document } = plan.api;
    const own = membersIn(document, body.schema, example);
    const members = own.flatMap((one) => [
      one,
      ...membersOfFirst(document, one, valueAt(example, one.path)),
    ]);
    const rowsOf = (one: Member) => {
      const value = valueAt(example, one.path);
      const rows = [
        ...constraintsOf(one.schema),
        ...objectListRows(one.schema, value),
        ...falseyRows(use, one),
      ];
      // Other values could name resources of others.
      const isName = isReferred(value) || asList(value).some(isReferred);
      return isName ? rows.filter(({ keyword }) => ['type', 'items'].includes(keyword)) : rows;
    };
    return [
      ...members.flatMap((one) => planRequired(plan, use, one, example)),
      ...members.flatMap((one) =>
        rowsOf(one).flatMap((row) => planRow(plan, use, one, row, example)),
      ),
      ...spareMembers(plan, use).flatMap(({ member, body: more }) =>
        constraintsOf(member.schema).flatMap((row) => planSpare(plan, use, member, row, more)),
      ),
      ...planUndeclared(plan, use, example),
      ...planEmptyObject(plan, use),
    ];
  } catch (error) {
    if (error instanceof NoExample) return [];
    throw error;
  }
}

/** Values that count like a missing member, where the description says so. */
const falseyValues = { null: null, false: false, zero: 0, empty: '' } as const;

function falseyRows(
  { operation }: Use,
  { isRequired, schema: { minLength } }: Member,
): readonly ConstraintRow[] {
  if (!isRequired || !namesFalsey(operation)) return [];
  return Object.entries(falseyValues)
    .filter(([rule]) => rule !== 'empty' || minLength === undefined)
    .map(([rule, json]) => ({
      ...{ rule, keyword: 'falsey', broken: `is ${JSON.stringify(json)}`, wrong: { json } },
      right: undefined,
    }));
}

/** Names of texts that often have a form which no schema states. */
const oftenFormed =
  /mail|phone|ur[il]$|link|date|time|host|domain|code|currency|country|locale|colou?r/i;

/** What is wrong with a body in which a member has a value. */
function wrongOf({ isRequired }: Member, value: RowValue): Wrong {
  if (!isRequired || !('json' in value) || value.json) return 'a value is invalid';
  return value.json === '' ? 'a required part is empty' : 'a required part is falsey';
}

export function jsonPath(path: readonly string[]): string {
  return `$${path.map((one) => (/^\d+$/.test(one) ? `[${one}]` : step(one))).join('')}`;
}

/** Whether a value breaks the schema of the body, at this member alone. */
function breaksOnly(plan: Plan, use: Use, example: unknown, path: readonly string[]): boolean {
  const { body } = use.operation;
  if (body === undefined) return false;
  const problems = schemasOf(plan.api).problems(body.schema, sampleOf(example));
  const isAt = (other: readonly string[]) => path.every((one, index) => other[index] === one);
  return problems.length > 0 && problems.every((one) => isAt(one.path) || one.path.length === 0);
}

function planRequired(plan: Plan, use: Use, member: Member, example: unknown) {
  const { path } = member;
  const place = jsonPath(path);
  const isWrapper = path.length === 1 && typeof valueAt(example, path) === 'object';
  const statement = `a body without ${isWrapper ? 'its content ' : ''}${place} (required)`;
  if (!isUsualType(use.operation.body?.mediaType ?? ''))
    return planMissing(plan, use, member, example, {
      ...{ statement, parts: { body: without(example, path) } },
    });
  return planMissing(plan, use, member, example, {
    statement,
    parts: { said: `with ${placeholder(validName)} without ${place}` },
    prepare: rememberValid(example),
  });
}

/** A body that lacks a required member, which the sentence leaves out. */
function planMissing(
  plan: Plan,
  use: Use,
  { path, isRequired }: Member,
  example: unknown,
  sentence: Pick<ConstraintCase, 'statement' | 'parts' | 'prepare'>,
) {
  if (!isRequired || !breaksOnly(plan, use, without(example, path), path)) return [];
  return planCase(plan, use, {
    ...{ rule: ruleOf(path, 'required'), pointer: bodyPointer(use), right: undefined },
    ...{ wrong: 'a required part is missing', ...sentence },
  });
}

/** How a request says that a part of its body has another value. */
interface Saying {
  /** `a body in which $.title` */
  readonly subject: string;
  /** @param body the name of the body: `valid` or `twin` */
  partsWith(value: RowValue, name: string, body: string): RequestParts;
  prepare?(writer: Writer, body?: string): void;
  readonly isUnsure?: boolean;
}

function planRow(plan: Plan, use: Use, member: Member, one: ConstraintRow, example: unknown) {
  return planValue(plan, use, member, one, example, sayingFor(use, member, example));
}

/** The sentence about a valid body with another value is for the usual media type. */
function sayingFor({ operation }: Use, { path }: Member, example: unknown): Saying {
  const place = jsonPath(path);
  const subject = `a body in which ${place}`;
  if (isUsualType(operation.body?.mediaType ?? ''))
    return {
      ...{ subject, prepare: rememberValid(example) },
      partsWith: (value, name, body) => partsWith(place, value, name, body),
    };
  return { subject, partsWith: (value, name, body) => bodyWith(example, path, value, name, body) };
}

/** A body in which a member has a value. */
function bodyWith(
  example: unknown,
  path: readonly string[],
  value: RowValue,
  name: string,
  body: string,
): RequestParts {
  const own = body === validName ? example : renameOwnTexts(example, '', body);
  return { body: withValueAt(own, path, 'json' in value ? value.json : placeholder(name)) };
}

/** A member that the examples leave out: nothing shows that a server accepts it. */
function planSpare(plan: Plan, use: Use, member: Member, one: ConstraintRow, more: unknown) {
  const usual: ConstraintRow = { ...one, right: one.right ?? { json: valueAt(more, member.path) } };
  const saying = { ...sayingFor(use, member, more), isUnsure: true };
  return planValue(plan, use, member, usual, more, saying);
}

function planValue(
  plan: Plan,
  use: Use,
  member: Member,
  { wrong, right, ...one }: ConstraintRow,
  example: unknown,
  { subject, partsWith: say, prepare, isUnsure = false }: Saying,
) {
  const { path } = member;
  if (!breaksOnly(plan, use, withValueAt(example, path, sampleRow(wrong)), path)) return [];
  const isRightValid =
    right !== undefined &&
    !oftenFormed.test(String(path.at(-1))) &&
    !mayCollide(use, example, path, right) &&
    isValidWith(plan, use, example, path, right);
  if (isUnsure && !isRightValid) return [];
  const isUsual = isRightValid && !isUnsure && sampleRow(right) === valueAt(example, path);
  return planCase(plan, use, {
    isUnsure,
    ...{ rule: ruleOf(path, one.rule), pointer: bodyPointer(use), wrong: wrongOf(member, wrong) },
    statement: `${subject} ${one.broken} (${one.keyword})`,
    right: isUsual
      ? { body: example, isShared: true }
      : isRightValid
        ? say(right, 'longest', twinName)
        : undefined,
    parts: say(wrong, 'too-long', validName),
    prepare: (writer) => {
      if (isRightValid && !isUsual && !isChange(use)) {
        prepare?.(writer, twinName);
        pad(writer, right, 'longest', twinName);
      }
      prepare?.(writer);
      pad(writer, wrong, 'too-long');
    },
  });
}

/**
 * Whether another resource may have the value of a member that has to be unique: the description says
 * so with a 409, or an account is created.
 */
function mayCollide(
  { operation }: Use,
  example: unknown,
  path: readonly string[],
  right: RowValue,
): boolean {
  if (!('json' in right) || typeof right.json !== 'string') return false;
  const isConflict = operation.answers.some(({ status }) => status === '409');
  const isAccount = operation.method === 'POST' && passwordIn(example) !== undefined;
  return (isConflict || isAccount) && oftenUnique.test(path.at(-1) ?? '');
}

/** The fields of forms, which are texts: a type means nothing there. */
function planFields(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { body } = use.operation;
  if (body === undefined || !(isForm(body.mediaType) || isMultipart(body.mediaType))) return [];
  try {
    const example = bodyOf(plan.api, use.operation);
    return membersIn(plan.api.document, body.schema, example)
      .filter(({ path }) => path.length === 1)
      .flatMap((one) => [
        ...planMissingField(plan, use, one, example),
        ...constraintsOf(one.schema).flatMap((row) => planField(plan, use, one, row, example)),
      ]);
  } catch (error) {
    if (error instanceof NoExample) return [];
    throw error;
  }
}

function planMissingField(plan: Plan, use: Use, member: Member, example: unknown) {
  const body = without(example, member.path);
  // A form without fields could not be told from no body.
  if (Object.keys(Object(body)).length === 0) return [];
  const statement = `a form without ${member.path[0]} (required)`;
  return planMissing(plan, use, member, example, { statement, parts: { body } });
}

function planField(plan: Plan, use: Use, member: Member, one: ConstraintRow, example: unknown) {
  const { path } = member;
  const isText = !('json' in one.wrong) || typeof one.wrong.json === 'string';
  if (!isText || ['type', 'items'].includes(one.keyword)) return [];
  return planValue(plan, use, member, one, example, {
    subject: `a form in which ${path[0]}`,
    partsWith: (value, name, body) => bodyWith(example, path, value, name, body),
  });
}

/** Whether a body with a value is valid, and still has a text by which the run recognizes it. */
function isValidWith(
  plan: Plan,
  use: Use,
  example: unknown,
  path: readonly string[],
  right: RowValue,
) {
  const { body } = use.operation;
  const changed = withValueAt(example, path, 'json' in right ? right.json : `${uniqueText()} `);
  const sample = sampleOf(withValueAt(example, path, sampleRow(right)));
  const isMarked = hasOwnText(changed);
  return (
    body !== undefined && isMarked && schemasOf(plan.api).problems(body.schema, sample).length === 0
  );
}

function sampleRow(value: RowValue): unknown {
  return 'json' in value ? value.json : 'a'.repeat(value.padded.length);
}

function pad(writer: Writer, value: RowValue, name: string, own = ''): void {
  if ('json' in value) return;
  const text = `I remember "${uniqueText(own)}" padded to ${value.padded.length} characters as "${name}"`;
  writer.add('Given', text);
}

function partsWith(place: string, value: RowValue, name: string, body: string): RequestParts {
  const text = 'json' in value ? JSON.stringify(value.json) : placeholder(name);
  return { said: `with ${placeholder(body)} in which ${place} is ${text}` };
}
