/** The texts by which a run recognizes its own data. */

/** What the unique words of a run begin with: the digits of its marker, in fewer characters. */
export function wordMarkerOf(marker: string): string {
  return `u${Number.parseInt(marker.slice(-8), 16).toString(36).padStart(7, '0')}`;
}

/** A unique word of 12 characters. */
export function wordWith(marker: string, number: number): string {
  return wordMarkerOf(marker) + number.toString(36).padStart(4, '0');
}

/** The forms of the marker and of that of words, by the marker: every request looks for them. */
const formsByMarker = new Map<string, readonly string[]>();

/** Whether a text contains a run's marker, or that of its words, plain or in base64. */
export function containsMarker(text: string, marker: string): boolean {
  const forms =
    formsByMarker.get(marker) ?? [marker, wordMarkerOf(marker)].flatMap((one) => formsOf(one));
  formsByMarker.set(marker, forms);
  return forms.some((one) => text.includes(one));
}

/** Whether a text contains another one, plain or in base64. */
export function containsEncoded(text: string, part: string): boolean {
  return formsOf(part).some((one) => text.includes(one));
}

const formsOf = (text: string): readonly string[] => [text, ...inBase64(text)];

/**
 * The digits that a text has inside longer texts in base64 or base64url (RFC 4648), for each place
 * among groups of three bytes, without those that other bytes influence.
 */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + text);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((one) => bytes.toString(one).slice(start, end));
  });
}
