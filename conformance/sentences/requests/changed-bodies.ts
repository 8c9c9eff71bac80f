/** Bodies that differ from another body in one member. */
import { SuiteMistake } from '../../verdict/outcomes.js';
import { Path } from '../values/json-path.js';
import type { PlaceholderValues } from '../values/templates.js';
import { fillText } from '../values/templates.js';

/**
 * A copy of a body with another value for one member, or without it when the value is undefined.
 */
export function changed(
  body: unknown,
  path: Path,
  value: unknown,
  values: PlaceholderValues,
): unknown {
  const copy: unknown = structuredClone(body);
  const { around, step } = demandMember(fillText(path.text, values));
  const parent = new Path(around).findOne(copy, values).value;
  if (typeof parent !== 'object' || parent === null) throw noMember(path.text);
  const members = parent as Record<string, unknown>;
  if (value !== undefined) members[step] = value;
  else if (Array.isArray(parent)) parent.splice(Number(step), 1);
  else delete members[step];
  return copy;
}

/**
 * Divides the path of a member or an element into the path around it and the last step.
 *
 * @throws SuiteMistake for another path
 */
export function demandMember(path: string): { readonly around: string; readonly step: string } {
  const [, around, name, , quotedName, index] =
    /^(\$.*?)(?:\.([^.[\]]+)|\[(['"])((?:(?!\3\]).)*)\3\]|\[(\d+)\])$/s.exec(path) ?? [];
  const step = name ?? quotedName ?? index;
  if (around === undefined || step === undefined) throw noMember(path);
  return { around, step };
}

function noMember(path: string): SuiteMistake {
  return new SuiteMistake(`"${path}" is not a member of the body.`);
}
