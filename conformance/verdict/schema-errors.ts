/** The errors of a JSON schema validator, one for each mistake in a value. */
import type { ErrorObject } from 'ajv';

/**
 * Reduces the errors of alternatives (`anyOf`, `oneOf`). Ajv lists what every alternative misses, and
 * the keyword after it. One alternative of the value's type is meant, so its errors are the mistakes;
 * of several, nobody knows which is meant, and the keyword is the mistake.
 *
 * @param errors all errors, with the option `verbose`
 */
export function withoutAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    const inAlternatives = isAlternation(error) ? takeInside(kept, error.instancePath) : [];
    const meant = meantErrors(error, inAlternatives);
    kept.push(...(meant ?? [error]));
  }
  return kept;
}

/** Whether a value matches none of several schemas; more than one is a mistake of another kind. */
function isAlternation({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null);
}

/** Removes the last errors at a place or inside of it from a list, and returns them. */
function takeInside(errors: ErrorObject[], path: string): readonly ErrorObject[] {
  const isInside = ({ instancePath }: ErrorObject) =>
    instancePath === path || instancePath.startsWith(`${path}/`);
  const last = errors.findLastIndex((one) => !isInside(one));
  return errors.splice(last + 1);
}

/** The errors of the only alternative whose type is that of the value; undefined for none or several. */
function meantErrors(
  { instancePath, schema }: ErrorObject,
  inside: readonly ErrorObject[],
): readonly ErrorObject[] | undefined {
  const isOfOtherType = (one: ErrorObject) =>
    one.keyword === 'type' && one.instancePath === instancePath;
  const others = inside.filter((one) => !isOfOtherType(one));
  const count = Array.isArray(schema) ? schema.length : 0;
  return others.length > 0 && count - (inside.length - others.length) === 1 ? others : undefined;
}
