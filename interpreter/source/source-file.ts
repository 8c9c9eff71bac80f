import { Buffer } from 'node:buffer';

/** A position in a source text. Both numbers count from 1; columns count bytes. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range of a source text, as byte offsets: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span with the line that Wren reports for it. Nodes of syntax trees are places. */
export interface Place extends Span {
  readonly line: number;
}

/** A module's name and text, a byte string (one character, 0 to 255, per UTF-8 byte). */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  #lineStarts: readonly number[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** The position of an offset; an offset past the end counts as the end. */
  positionAt(offset: number): Position {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  }

  /** The text of a line without its line end; empty for a line that does not exist. */
  lineText(line: number): string {
    const start = this.#starts()[line - 1];
    if (start === undefined) return '';
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
  }

  #starts(): readonly number[] {
    if (this.#lineStarts === undefined) {
      const starts = [0];
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) {
        starts.push(at + 1);
      }
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }
}

/**
 * Makes a module from the bytes of a file, or from a JavaScript string, which is encoded as UTF-8.
 *
 * All bytes are accepted: strings, queries and comments may contain invalid UTF-8, as in Wren.
 * Elsewhere the scanner reports an invalid byte ("Invalid byte 0xff.").
 */
export function decodeSource(name: string, content: Uint8Array | string): SourceFile {
  return new SourceFile(name, encodeBytes(content));
}

/** Bytes, or the UTF-8 encoding of a string, as a byte string. */
export function encodeBytes(content: Uint8Array | string): string {
  if (typeof content === 'string') return Buffer.from(content, 'utf8').toString('latin1');
  const { buffer, byteOffset, byteLength } = content;
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
