/** Requirements about bodies that refer to other resources by their ids. */

import { valueAt } from '../../../kit/collections.js';
import { withValueAt } from '../../../kit/member-path.js';
import { type Reference, referencesIn } from '../description/references.js';
import { isReferred } from '../description/referred-ids.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { usualIfAny } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { uniqueText } from '../examples/own-texts.js';
import { creationOfReferred, lastCreation } from '../resources/ownership.js';
import { isLater, type Plan, placeholder, type Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { bodyPointer, rememberValid, validName } from '../scenarios/valid-body.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { ruleOf } from './constraint-case.js';
import { jsonPath } from './constraints.js';
import { unknownName } from './errors.js';
import { statusOf } from './stored-values.js';

/** Prose by which what a body refers to must exist. */
const missing = /\b(unknown|no such|not (found|exist)|do(es)? not exist|non-?existent)\b/i;

/** A body that refers to nothing is rejected, where the description has an answer for it. */
export function planReferences(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { method, path, answers } = use.operation;
  // With a parameter in the path, 404 can be about the resource that it names.
  const isStated = answers.some(
    ({ status, text = '' }) => status === '404' || (/^4/.test(status) && missing.test(text)),
  );
  if (method !== 'POST' || path.includes('{') || !isStated) return [];
  const body = usualIfAny(plan.api, use.operation);
  return referencesIn(plan.api, use.operation, body).flatMap((one) =>
    isReferred(valueAt(body, one.path)) ? planMissing(plan, use, one, body) : [],
  );
}

function planMissing(plan: Plan, use: Use, reference: Reference, body: unknown) {
  const { operation } = use;
  const place = jsonPath(reference.path);
  const removal = removalIn(plan, reference);
  const about = {
    ...{ rule: ruleOf(reference.path, 'unknown'), kind: 'errors' as const },
    ...{ pointer: bodyPointer(use), tags: ['@late'] },
    statement: `${labelOf(use)} rejects a body in which ${place} leads to nothing.`,
    needs: [statusOf(use), ...(removal === undefined ? [] : [`${removal.name}.gone`])],
    families: ['unknown', `rejection of ${use.name}`],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use);
    rememberValid(body)(writer);
    const id = nameNothing(plan, use, reference, body, writer);
    writer.authorize(operation).cleanUpAfter(use, filled.path);
    const said = `with ${placeholder(validName)} in which ${place} is ${id}`;
    writer.send('When', operation, filled.path, { said });
    writer.expect('a client error');
  });
}

/** The use that deletes what a reference leads to. */
function removalIn(plan: Plan, { source, path, collection }: Reference): Use | undefined {
  const resource = findResources(plan).find(({ create }) => create.operation === source);
  const removal = resource?.removals[0];
  if (removal === undefined || isLater(removal.operation)) return undefined;
  // The path may name it by something else.
  const referred = creationOfReferred(plan, { name: path.at(-1) ?? '', mark: '', collection });
  return lastCreation(plan, removal)?.jsonPath === referred.jsonPath ? removal : undefined;
}

/**
 * An id that leads to nothing, as JSON: that of a deleted resource, or else one that no resource has.
 *
 * @throws NoExample when there is none
 */
function nameNothing(
  plan: Plan,
  { operation }: Use,
  reference: Reference,
  body: unknown,
  writer: Writer,
): string {
  const removal = removalIn(plan, reference);
  if (removal !== undefined) {
    writer.perform(removal, 'Given');
    return lastCreation(plan, removal)?.value ?? '';
  }
  const { schema = {} } = operation.body ?? {};
  const found = [
    2_147_483_647,
    '00000000-0000-4000-8000-000000000000',
    uniqueText(unknownName),
  ].find(
    (one) =>
      schemasOf(plan.api).problems(schema, sampleOf(withValueAt(body, reference.path, one)))
        .length === 0,
  );
  if (found === undefined) throw new NoExample('no id can be derived that no resource has');
  return JSON.stringify(found);
}
