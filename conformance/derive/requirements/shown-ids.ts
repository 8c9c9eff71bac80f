/** Where answers show the ids by which requests name resources. */

import { idInAnswer, step } from '../description/answered-ids.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { partsOf } from '../description/paths.js';
import { lastCreation } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import type { CreatingRequest } from '../resources/resources.js';
import { objectsIn } from '../resources/shown-values.js';
import type { Writer } from '../scenarios/writer.js';

/** An id that an answer shows. */
interface ShownId {
  readonly creation: CreatingRequest;
  /** Its JSONPath in the answer to the creation. */
  readonly created: string;
  /** Its JSONPath in the answer to the use. */
  readonly shown: string;
}

/** The id of what a use is about, in its answer; undefined when the two answers have other types. */
function findShownId(plan: Plan, use: Use): ShownId | undefined {
  const { operation, byQuery } = use;
  const creation = lastCreation(plan, use);
  const parts = partsOf(operation.path);
  const name = byQuery?.name ?? /^\{([^{}]+)\}$/.exec(parts.at(-1) ?? '')?.[1];
  const create = plan.uses.find((one) => one.operation === creation?.operation);
  if (creation?.jsonPath === undefined || create === undefined || name === undefined)
    return undefined;
  const before = byQuery === undefined ? parts.slice(0, -1) : parts;
  const shown = idInAnswer(plan.api, operation, before, name);
  const { jsonPath: created } = creation;
  if (shown === undefined || typeAt(plan, create, created) !== typeAt(plan, use, shown))
    return undefined;
  return { creation, created, shown };
}

function typeAt(plan: Plan, use: Use, jsonPath: string): string | undefined {
  for (const { path, properties } of objectsIn(plan, use))
    for (const [name, part] of Object.entries(properties))
      if (`${path}${step(name)}` === jsonPath) return typeOf(merged(plan.api.document, part));
  return undefined;
}

/** The JSONPath of the id in the answer to a use; undefined where it shows none. */
export function shownIdOf(plan: Plan, use: Use): string | undefined {
  return findShownId(plan, use)?.shown;
}

/** Judges that the answer to a use shows the id that its request names, and the scenario remembers. */
export function judgeId(plan: Plan, use: Use, writer: Writer): void {
  const found = findShownId(plan, use);
  if (found !== undefined) writer.add('Then', `${found.shown} is ${found.creation.value}`);
}

/**
 * Remembers the id in the answer to a creation, which another answer must show.
 *
 * @returns whether the answer to the use shows it
 */
export function rememberId(plan: Plan, use: Use, writer: Writer): boolean {
  const found = findShownId(plan, use);
  if (found === undefined) return false;
  writer.add('Given', `I remember ${found.created} as "${found.creation.name}"`);
  return true;
}
