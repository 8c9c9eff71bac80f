/** The optional members that the examples of a description leave out. */
import { asObject, valueAt } from '../../../kit/collections.js';
import { withValueAt } from '../../../kit/member-path.js';
import { isWrittenAsJson } from '../description/description.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { type Member, membersIn } from '../examples/members.js';
import { renameOwnTexts } from '../examples/own-texts.js';
import type { Plan, Use } from './plan.js';

/** A member that the usual body lacks. */
export interface SpareMember {
  readonly member: Member;
  /** The usual body with this member. */
  readonly body: unknown;
}

/** Names of members whose values a server may have to know. */
const naming = /(^|[_-])(id|ids|uuid|ref|href|key)$|[a-z](Id|Ids|ID|Uuid|Ref|Key)$|parent/;

/**
 * The members that the usual body of a creation lacks, as a body without examples has them.
 *
 * @throws NoExample when no body can be made
 */
export function spareMembers(plan: Plan, { operation }: Use): readonly SpareMember[] {
  const { body, method } = operation;
  if (body === undefined || method !== 'POST' || !isWrittenAsJson(body.mediaType)) return [];
  const usual = bodyOf(plan.api, operation);
  const whole = renameOwnTexts(bodyOf(plan.api, operation, 1), 'changed', '');
  return membersIn(plan.api.document, body.schema, whole).flatMap((member) => {
    const { path } = member;
    const [name = '', around] = [path.at(-1), asObject(valueAt(usual, path.slice(0, -1)))];
    if (Object.keys(around).length === 0 || Object.hasOwn(around, name) || naming.test(name))
      return [];
    const more = withValueAt(usual, path, valueAt(whole, path));
    const isValid = schemasOf(plan.api).problems(body.schema, sampleOf(more)).length === 0;
    return isValid ? [{ member, body: more }] : [];
  });
}

/**
 * The usual body of a creation with all members that it lacks, where these are valid together, and
 * else the usual one.
 *
 * @throws NoExample when no body can be made
 */
export function fullBody(plan: Plan, use: Use): unknown {
  const { operation } = use;
  const usual = bodyOf(plan.api, operation);
  const whole = spareMembers(plan, use).reduce<unknown>(
    (sum, { member, body }) => withValueAt(sum, member.path, valueAt(body, member.path)),
    usual,
  );
  const { schema } = operation.body ?? {};
  const isValid = schema && schemasOf(plan.api).problems(schema, sampleOf(whole)).length === 0;
  return isValid ? whole : usual;
}
