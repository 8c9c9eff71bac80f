import { hash } from 'node:crypto';

/** The SHA-256 in hexadecimal, in lower case, of a text as UTF-8 or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
