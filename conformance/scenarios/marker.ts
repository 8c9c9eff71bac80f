/** The texts by which a run recognizes its own data. */

/** What the unique words of a run begin with, which are shorter than its unique texts. */
export function wordMarkerOf(marker: string): string {
  return `u${marker.slice(-8)}n`;
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
