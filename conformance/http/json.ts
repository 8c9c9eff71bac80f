/**
 * JSON whose ids keep all their digits: database ids have 64 bits, numbers in JavaScript 53.
 * Regular expressions do this, since a JSON parser in JavaScript takes several times as long as
 * `JSON.parse`.
 */

/** A member "id" whose value a number may not represent exactly. */
const longId = /"id"\s*:\s*-?[1-9]\d{15}/;

/** A JSON string, with the long integer after it when the string is the name of a member. */
const textOrLongId = /"(?:[^"\\]|\\.)*"(?:(\s*:\s*)(-?[1-9]\d{15,})(?=\s*[,}]))?/g;

/** Marks the digits of an integer while they are written as a string. */
const mark = '#integer:';

/** Whether a JSON text may contain an id that a number cannot represent; false for most texts. */
export function mayHoldLongIds(text: string): boolean {
  return longId.test(text);
}

/**
 * Parses JSON like `JSON.parse`, except that the integer of a member "id" becomes a bigint when a
 * number cannot represent it.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
  if (!mayHoldLongIds(text) || text.includes(mark)) return JSON.parse(text);
  const marked = text.replace(textOrLongId, (whole, colon?: string, digits?: string) =>
    digits !== undefined && whole.startsWith('"id"') && !Number.isSafeInteger(Number(digits))
      ? `"id"${colon}"${mark}${digits}"`
      : whole,
  );
  return JSON.parse(marked, reviveLongId);
}

function reviveLongId(_name: string, value: unknown): unknown {
  const isMarked = typeof value === 'string' && value.startsWith(mark);
  return isMarked ? BigInt(value.slice(mark.length)) : value;
}

const markLongId = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${mark}${value}` : value;

const markedInteger = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** Writes a value of `parseJson` as JSON. */
export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, markLongId, indent).replace(markedInteger, '$1');
}

/** Whether a value of `parseJson` contains a bigint. */
function holdsLongIds(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsLongIds);
  return typeof value === 'bigint';
}

/**
 * Replaces each bigint in a value of `parseJson` by a text that stands for it, for libraries that
 * know no bigints. `unmarkLongIds` takes it back.
 */
export function markLongIds(value: unknown): unknown {
  return holdsLongIds(value) ? JSON.parse(JSON.stringify(value, markLongId)) : value;
}

/** Takes `markLongIds` back, for the value or a part of it. */
export function unmarkLongIds(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text?.includes(`"${mark}`) ? JSON.parse(text, reviveLongId) : value;
}
