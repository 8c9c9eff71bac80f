/**
 * JSON whose ids keep all their digits: those of a database have 64 bits, of which a number of
 * JavaScript holds 53.
 */

/** A member "id" whose value may be beyond what a number holds exactly. */
const longId = /"id"\s*:\s*-?[1-9]\d{15}/;

/** A text as it is written, with the integer that follows where it is the name of a member. */
const textOrLongId = /"(?:[^"\\]|\\.)*"(?:(\s*:\s*)(-?[1-9]\d{15,})(?=\s*[,}]))?/g;

/** Stands before the digits of an integer while they are handed through as a text. */
const mark = '#integer:';

/**
 * The value of a JSON text. The integer of a member "id" is a bigint where a number cannot hold it;
 * everything else is as `JSON.parse` gives it.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!longId.test(text) || text.includes(mark)) return JSON.parse(text);
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

/** The JSON text of a value such as `parseJson` gives, laid out when an indent is given. */
export function writeJson(value: unknown, indent?: number): string {
  const keepDigits = (_name: string, one: unknown) =>
    typeof one === 'bigint' ? `${mark}${one}` : one;
  return JSON.stringify(value, keepDigits, indent).replace(markedInteger, '$1');
}
