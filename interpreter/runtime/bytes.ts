import { Buffer } from 'node:buffer';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with NUL
const ascii = /^[\u0000-\u007f]*$/;

/** A JavaScript string as a byte string: one character, 0 to 255, for each byte of its UTF-8. */
export function toBytes(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** A byte string as a JavaScript string; bytes that are not UTF-8 become U+FFFD. */
export function fromBytes(bytes: string): string {
  return ascii.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}
