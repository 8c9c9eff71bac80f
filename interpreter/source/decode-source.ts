import { Buffer } from 'node:buffer';
import { SourceFile } from './source-file.js';

/**
 * A module from the bytes of a file, or from a JavaScript string, which is encoded as UTF-8.
 *
 * Any bytes are taken: strings, queries and comments may hold text that is not UTF-8, as in Wren.
 * Elsewhere such a byte is a compile error ("Invalid byte 0xff."), which names its line.
 */
export function decodeSource(name: string, content: Uint8Array | string): SourceFile {
  return new SourceFile(name, encodeBytes(content));
}

/** Bytes, or a text's UTF-8, as a byte string. */
export function encodeBytes(content: Uint8Array | string): string {
  if (typeof content === 'string') return Buffer.from(content, 'utf8').toString('latin1');
  const { buffer, byteOffset, byteLength } = content;
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
