/** The scanner's position in the text, with the operations that all kinds of tokens share. */

import type { DiagnosticSink } from '../../source/diagnostic.js';
import type { DiagnosticCode, WordingParameters } from '../../source/diagnostic-codes.js';
import type { SourceFile } from '../../source/source-file.js';

const byteOrderMark = '\xef\xbb\xbf';

/** Position up to which the text has been scanned. */
export class Cursor {
  readonly text: string;
  /** Offset of the next character, and its line. */
  at: number;
  line = 1;
  /** Offset at which the current token begins. */
  start = 0;
  /** For each open interpolation, the number of parentheses still to be closed. */
  readonly openParentheses: number[] = [];
  /** The parser's offset, by which `DiagnosticSink` sorts errors. */
  protected parserPlace = 0;
  readonly #sink: DiagnosticSink;

  constructor(source: SourceFile, sink: DiagnosticSink) {
    this.text = source.text;
    this.#sink = sink;
    this.at = source.text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  }

  /** Consumes the next character if it is this one. */
  take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  /** Reports an error for the text from an offset to the current one. */
  fail<C extends DiagnosticCode>(
    code: C,
    start: number,
    ...parameters: WordingParameters<C>
  ): void {
    const place = { start, end: this.at, line: this.line };
    this.#sink.reportScan(this.parserPlace, code, place, ...parameters);
  }
}
