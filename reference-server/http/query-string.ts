/**
 * Query strings and form bodies: `name=value` pairs joined by `&`, in the encoding of HTML forms
 * (WHATWG URL, application/x-www-form-urlencoded). All texts are byte strings.
 */

/** `%41` becomes the byte it names; a `%` that names none stays as it is. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The reverse: each byte that is reserved becomes `%41`. `reserved` has to find all of them. */
export function percentEncode(text: string, reserved: RegExp): string {
  return text.replace(reserved, (byte) => {
    const hex = byte.charCodeAt(0).toString(16).toUpperCase();
    return `%${hex.padStart(2, '0')}`;
  });
}

function decodeField(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** The fields by name. Of a repeated name the first counts; one without `=` is the empty text. */
export function parseFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals < 0 ? pair : pair.slice(0, equals));
    if (!fields.has(name)) fields.set(name, equals < 0 ? '' : decodeField(pair.slice(equals + 1)));
  }
  return fields;
}
