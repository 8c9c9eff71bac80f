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
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

const markedInteger = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** Writes a value of `parseJson` as JSON. */
export function writeJson(value: unknown, indent?: number): string {
  const keepDigits = (_name: string, one: unknown) =>
    typeof one === 'bigint' ? `${mark}${one}` : one;
  return JSON.stringify(value, keepDigits, indent).replace(markedInteger, '$1');
}
