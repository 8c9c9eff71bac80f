/** Character sets of texts, as the parameter `charset` of their media type states them (RFC 9110 §8.3.2). */
import iconv from 'iconv-lite';

/** The label of a media type's character set, in lower case; undefined without one. */
export function charsetOf(mediaType: string | undefined): string | undefined {
  const [, quoted, plain] =
    /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(mediaType ?? '') ?? [];
  return (quoted ?? plain)?.toLowerCase();
}

/**
 * Decodes a text that is not in UTF-8. JSON always is (RFC 8259 §8.1).
 *
 * @returns undefined when it is in UTF-8, or its character set is unknown
 */
export function decodeText(bytes: Uint8Array, mediaType: string | undefined): string | undefined {
  const label = charsetOf(mediaType);
  if (label === undefined || isUtf8(label) || /^[^;]*[/+]json\b/i.test(mediaType ?? '')) {
    return undefined;
  }
  return iconv.encodingExists(label) ? iconv.decode(bytes, label, { stripBOM: false }) : undefined;
}

/**
 * Encodes a text. Text in UTF-8 is returned unchanged, because clients send UTF-8 anyway.
 *
 * @throws RangeError when the character set is unknown, or lacks a character of the text
 */
export function encodeText(text: string, label: string): string | Uint8Array {
  if (isUtf8(label)) return text;
  if (!iconv.encodingExists(label)) throw new RangeError(`the character set ${label} is unknown`);
  const has = (part: string) => iconv.decode(iconv.encode(part, label), label) === part;
  if (has(text)) return iconv.encode(text, label);
  const missing = Array.from(text).find((character) => !has(character)) ?? text;
  throw new RangeError(`${label} has no ${JSON.stringify(missing)}`);
}

function isUtf8(label: string): boolean {
  return /^utf-?8$/.test(label);
}
