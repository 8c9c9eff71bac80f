import { Buffer } from 'node:buffer';

/** A position in a source text: both count from 1; columns count characters of the text. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a source text, as offsets: `start` is its first character, `end` is past its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch with the line that Wren reports for it. A syntax tree's nodes are such places. */
export interface Place extends Span {
  readonly line: number;
}

/**
 * A module's text as a byte string (one character per UTF-8 byte), with its name and the table
 * that turns offsets into lines.
 */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  #lineStarts: readonly number[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** The position of an offset; one past the end counts as the end. */
  positionAt(offset: number): Position {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** The text of a line, without its end; empty for a line that does not exist. */
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
