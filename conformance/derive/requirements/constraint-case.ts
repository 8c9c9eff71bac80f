/** A request that breaks one constraint of the description, and its valid twin. */

import { refersToOthers } from '../description/referred-ids.js';
import { refusalStatus, type Wrong } from '../description/refusals.js';
import { kebab } from '../description/values.js';
import { usualIfAny } from '../examples/bodies.js';
import { refusedMark } from '../examples/own-texts.js';
import { resourceName } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { isReading } from '../resources/resources.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { RequestParts } from '../scenarios/request-parts.js';
import type { Writer } from '../scenarios/writer.js';
import { exercised, labelOf } from './answers.js';

/** What a rejected request is expected to be answered with, and how sure that is. */
function expectationOf(
  use: Use,
  wrong: Wrong,
): { readonly status: string; readonly isStated: boolean } {
  const status = refusalStatus(use.operation, wrong);
  return { status: status ?? 'a client error', isStated: status !== undefined };
}

/** A request that breaks one constraint. */
export interface ConstraintCase {
  /** The end of an id: `limit.minimum`. */
  readonly rule: string;
  /** What is sent: `a request in which limit is 0 (minimum)`. */
  readonly statement: string;
  readonly pointer: string;
  readonly wrong: Wrong;
  /** Undefined when the usual request is enough. */
  readonly right: RequestParts | undefined;
  readonly parts: RequestParts;
  /** Whether nothing shows that the right request succeeds: then it is a condition. */
  readonly isUnsure?: boolean;
  /** Steps before the requests. */
  prepare?(writer: Writer): void;
}

/** Whether a use changes what there is: then its valid twin is the request of another requirement. */
export function isChange({ operation: { method } }: Use): boolean {
  return !isReading(method) && method !== 'POST';
}

/** The requirement that a request which breaks one constraint is rejected, and that its twin succeeds. */
export function planCase(plan: Plan, use: Use, one: ConstraintCase): readonly PlannedRequirement[] {
  const { operation } = use;
  const { status, isStated } = expectationOf(use, one.wrong);
  // The description leaves the answers to such requests open.
  if (!isStated && (operation.hasDefault || !/\.(type|required|malformed)$/.test(one.rule)))
    return [];
  const about = {
    ...{ rule: one.rule, kind: 'constraints' as const, pointer: one.pointer },
    statement: `${labelOf(use)} ${isStated ? 'rejects' : 'is answered without a server error, given'} ${one.statement}.`,
    needs: [`${use.name}.response.status`],
    families: [
      `${one.wrong === 'the body cannot be read' ? one.wrong : 'rejection'} ${status}`,
      `rejection of ${use.name}`,
      `rejection of ${use.name} ${one.rule.replace(/[^.]*$/, '')}`,
      ...sharedRules(plan, use, one),
    ],
    // What should be rejected may be stored, and lists may show it.
    tags: isReading(operation.method) ? [] : ['@late'],
    exercises: exercised(
      operation,
      operation.answers.filter((answer) => status.includes(answer.status)),
    ),
  };
  return draft(plan, use, about, (writer) => {
    const changes = isChange(use);
    const filled = writer.prepare(use, changes ? { mark: refusedMark } : {});
    writer.authorize(operation).cleanUpAfter(use, filled.path);
    one.prepare?.(writer);
    const send = (kind: 'When', parts: RequestParts) => {
      const query = { ...filled.query, ...parts.query };
      writer.send(kind, operation, filled.path, { ...parts, query });
    };
    if (one.right !== undefined && !changes) {
      send('When', one.right);
      // Another rule than those of the schema may reject the twin: "exceeds the capacity of the event".
      if (operation.answers.some((answer) => answer.status === '409'))
        writer.add('Then', 'the requirement applies only if the status is not 409');
      if (one.isUnsure || refersToOthers(usualIfAny(plan.api, operation)))
        writer.applyOnlyIfAccepted();
      else writer.expect('a success');
    }
    send('When', one.parts);
    if (isStated) writer.expect(status);
    else judgeUnstated(writer);
  });
}

/**
 * The families of a constraint that several operations share: by the schema that they refer to, and by
 * the resource that they are about.
 */
function sharedRules(plan: Plan, use: Use, { rule, parts }: ConstraintCase): readonly string[] {
  const { body } = use.operation;
  const isOfBody = [parts.query, parts.withoutQuery, parts.withoutHeader].every(
    (one) => one === undefined,
  );
  if (!isOfBody) return [];
  const isCreation = findResources(plan).some(({ create }) => create === use);
  const resource = isCreation ? use.operation.path : resourceName(plan, use);
  return [body?.schema.$ref, resource].flatMap((one) =>
    typeof one === 'string' ? [`${one} ${rule}`] : [],
  );
}

/** Where the description leaves the answer open, a success must still be a described one. */
function judgeUnstated(writer: Writer): void {
  writer.add('Then', 'the status is not a server error');
  const rows = [
    ['the status is a client error', ''],
    ['the answer conforms to the OpenAPI description', ''],
  ];
  writer.add('Then', 'one of these holds', { table: rows });
}

/** `limit`, or `id-2` for a parameter with the name of another one. */
export function ruleOf(path: readonly string[], rule: string): string {
  const name = path.map((one) => kebab(one, 'member')).join('-');
  return `${name === '' ? 'body' : name}.${rule}`;
}
