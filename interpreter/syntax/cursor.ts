/** Where the scanner is in the text, and what all kinds of tokens need to scan on from there. */

import type { DiagnosticSink } from '../source/diagnostic.js';
import type { DiagnosticCode, WordingParameters } from '../source/diagnostic-codes.js';
import type { SourceFile } from '../source/source-file.js';

const byteOrderMark = '\xef\xbb\xbf';

/** The place in the text up to which it has been scanned. */
export class Cursor {
  readonly text: string;
  /** The offset of the next character and its line. */
  at: number;
  line = 1;
  /** Where the token begins that is being scanned. */
  start = 0;
  /** For each open interpolation the number of parentheses that must close before it ends. */
  readonly openParentheses: number[] = [];
  /** Orders errors, see `DiagnosticSink`. */
  protected parserPlace = 0;
  readonly #sink: DiagnosticSink;

  constructor(source: SourceFile, sink: DiagnosticSink) {
    this.text = source.text;
    this.#sink = sink;
    this.at = source.text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  }

  /** Goes on if the next character is this one. */
  take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  /** Reports an error about the text from an offset to the current one. */
  fail<C extends DiagnosticCode>(
    code: C,
    start: number,
    ...parameters: WordingParameters<C>
  ): void {
    const place = { start, end: this.at, line: this.line };
    this.#sink.reportScan(this.parserPlace, code, place, ...parameters);
  }
}
