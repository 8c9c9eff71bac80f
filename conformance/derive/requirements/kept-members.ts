/** Requirements that a change leaves the members that it does not name. */

import { asObject, type Json, valueAt } from '../../../kit/collections.js';
import { findMember, type MemberPath, without, withValueAt } from '../../../kit/member-path.js';
import { proseOf, replacing } from '../description/prose.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { oftenUnique } from '../examples/example-value.js';
import { renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import type { Plan, Use } from '../resources/plan.js';
import { objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import { labelOf } from './answers.js';
import { takeId, takeToken } from './replaced-identity.js';
import { bodyIn, judgeValues, state, statusOf } from './stored-values.js';

/** Prose by which an update leaves each member that it does not name. */
const keepingMissing = /\b(missing|absent|omitted)\b[^.;]*\b(keeps?|retains?|leaves?)\b/i;

/**
 * The smallest part of a body around a member that the schema allows: an object inside may need other
 * members, too. Without any, the member alone.
 */
function partOf(plan: Plan, schema: Json, whole: unknown, path: MemberPath): unknown {
  const parts = path.map((_, index) => {
    const around = path.slice(0, path.length - index);
    return withValueAt({}, around, valueAt(whole, around));
  });
  const isValid = (one: unknown) =>
    schemasOf(plan.api).problems(schema, sampleOf(one)).length === 0;
  return parts.find(isValid) ?? parts[0];
}

/**
 * A body without its objects, unless it is nothing but one: whether an update merges or replaces an
 * object that it names in part is open.
 */
function ownMembers(body: unknown): unknown {
  const entries = Object.entries(asObject(body));
  const own = entries.filter(([, one]) => typeof one !== 'object' || Array.isArray(one));
  return entries.length === 1 ? body : Object.fromEntries(own);
}

/** Whether a body has a member with a name, at any depth. */
function isIn(body: unknown, name: string): boolean {
  return findMember(body, (one) => one.name === name) !== undefined;
}

/**
 * An update leaves what it does not name: with PATCH (RFC 5789 §2), and with a PUT that need not name
 * what each resource must have and show.
 */
export function planRest(plan: Plan, create: Use, update: Use, read: Use) {
  const { method, body } = update.operation;
  const whole = bodyIn(plan, update, 1);
  const sent = ownMembers(bodyIn(plan, create, 0));
  const created = shownValues(plan, create, sent, objectsIn(plan, read));
  if (body === undefined || created === undefined) return [];
  const changed: readonly unknown[] = [uniqueText('changed'), uniqueText('changed', 'unique-word')];
  const isChanged = ({ value }: { readonly value: unknown }) => changed.includes(value);
  const mark = `${update.name}-rest`;
  const earlier = method === 'PATCH' ? earlierChange(plan, update, read, created, mark) : undefined;
  // What only the earlier change has sent must stay.
  const isSent = (name: string) => earlier === undefined || Object.hasOwn(created.pattern, name);
  // A name may determine the id.
  const path =
    findMember(whole, (one) => isChanged(one) && isSent(one.name) && !oftenUnique.test(one.name)) ??
    findMember(whole, (one) => isChanged(one) && isSent(one.name)) ??
    findMember(whole, isChanged);
  if (path === undefined) return [];
  const single = partOf(plan, body.schema, whole, path);
  const isStated = method === 'PATCH' || keepingMissing.test(proseOf(update.operation));
  const isKept = (name: string) =>
    isStated || isIndispensable(plan, create, read, created.path, name);
  const isPartial = schemasOf(plan.api).problems(body.schema, sampleOf(single)).length === 0;
  if (method !== 'PATCH' && (!isPartial || replacing.test(proseOf(update.operation)))) return [];
  const stored = Object(renameOwnTexts(created.pattern, '', mark));
  const rest = Object.entries({ ...stored, ...earlier?.pattern }).filter(
    ([name]) => !isIn(single, name) && isKept(name),
  );
  if (rest.length === 0) return [];
  const further = furtherChange(plan, update, read, single, mark);
  const about = {
    ...{ rule: 'rest', kind: state },
    statement: `${labelOf(update)} leaves the members that it does not name.`,
    needs: [
      ...[statusOf(update), `${update.name}.stored`, `${create.name}.stored`],
      ...[`${read.name}.account`, `${update.name}.response.body`],
    ],
  };
  return draft(plan, update, about, (writer) => {
    const filled = writer.prepare(update, { mark });
    writer.authorize(update.operation).cleanUpAfter(update, filled.path);
    const change = (body: unknown) => {
      writer.send('When', update.operation, filled.path, { body, query: filled.query });
      writer.applyOnlyIfAccepted();
    };
    const follow = () => {
      takeId(plan, update, writer);
      takeToken(plan, update, writer);
    };
    const judgeRead = (values: ShownValues) => {
      writer.send('When', read.operation, filled.path, { query: filled.query });
      judgeValues(writer, values);
    };
    if (earlier !== undefined) {
      change(earlier.body);
      follow();
    }
    change(single);
    writer.add('Then', 'the answer conforms to the OpenAPI description');
    follow();
    judgeRead({ path: created.path, pattern: Object.fromEntries(rest) });
    if (further === undefined) return;
    // The member that has just been changed was not among the others.
    change(further.body);
    follow();
    judgeRead(further.kept);
  });
}

/**
 * A change that leaves what another one has changed; undefined where the schema has none.
 *
 * @param single the other change
 */
function furtherChange(
  plan: Plan,
  update: Use,
  read: Use,
  single: unknown,
  mark: string,
): { readonly body: unknown; readonly kept: ShownValues } | undefined {
  const { method, body } = update.operation;
  const kept = shownValues(plan, update, single, objectsIn(plan, read));
  const whole = renameOwnTexts(bodyIn(plan, update, 1), 'changed', `${mark}-further`);
  if (method !== 'PATCH' || body === undefined || kept === undefined) return undefined;
  const isOther = (name: string, value: unknown) =>
    !isIn(single, name) && typeof value !== 'object';
  const path = findMember(ownMembers(whole), ({ name, value }) => isOther(name, value));
  if (path === undefined) return undefined;
  const further = partOf(plan, body.schema, whole, path);
  const isPartial = schemasOf(plan.api).problems(body.schema, sampleOf(further)).length === 0;
  const pattern = Object.fromEntries(
    Object.entries(kept.pattern).filter(([name]) => !isIn(further, name)),
  );
  if (!isPartial || Object.keys(pattern).length === 0) return undefined;
  return { body: further, kept: { path: kept.path, pattern } };
}

/**
 * A change of members that the creation has not sent, or of numbers and booleans, which it may have sent
 * as their defaults; undefined when there are none.
 */
function earlierChange(
  plan: Plan,
  update: Use,
  read: Use,
  created: ShownValues,
  mark: string,
): { readonly body: unknown; readonly pattern: Json } | undefined {
  const body = renameOwnTexts(bodyIn(plan, update, 1), 'changed', `${mark}-before`);
  const shown = shownValues(plan, update, ownMembers(body), objectsIn(plan, read));
  if (shown === undefined || shown.path !== created.path) return undefined;
  const isMore = Object.entries(shown.pattern).some(
    ([name, value]) =>
      !Object.hasOwn(created.pattern, name) ||
      (['number', 'boolean'].includes(typeof value) && value !== created.pattern[name]),
  );
  return isMore ? { body, pattern: shown.pattern } : undefined;
}

/** Whether each resource is created with a member and shows it. */
function isIndispensable(plan: Plan, create: Use, read: Use, place: string, name: string): boolean {
  const { body } = create.operation;
  const example = bodyIn(plan, create, 0);
  const path = findMember(example, (one) => one.name === name);
  const isShown = objectsIn(plan, read).some(
    ({ path: other, required }) => other === place && required.includes(name),
  );
  if (body === undefined || path === undefined || !isShown) return false;
  return schemasOf(plan.api).problems(body.schema, sampleOf(without(example, path))).length > 0;
}
