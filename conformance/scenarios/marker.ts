/** The texts by which a run recognizes its own data. */

/** What the unique words of a run begin with: the digits of its marker, in fewer characters. */
export function wordMarkerOf(marker: string): string {
  return `u${Number.parseInt(marker.slice(-8), 16).toString(36).padStart(7, '0')}`;
}

/** A unique word of 12 characters. */
export function wordWith(marker: string, number: number): string {
  return wordMarkerOf(marker) + number.toString(36).padStart(4, '0');
}

/** Whether a text contains a run's marker, or that of its words, plain or in base64. */
export function containsMarker(text: string, marker: string): boolean {
  return [marker, wordMarkerOf(marker)].some((one) => containsEncoded(text, one));
}

/** Whether a text contains another one, plain or in base64. */
export function containsEncoded(text: string, part: string): boolean {
  return text.includes(part) || inBase64(part).some((one) => text.includes(one));
}

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
