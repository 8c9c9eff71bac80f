import { type DiagnosticCode, type WordingParameters, wordingOf } from './diagnostic-codes.js';
import type { Place, SourceFile, Span } from './source-file.js';

/** A compile error. All texts are byte strings. */
export interface Diagnostic {
  /** The kind of error, independent of the names in its message. */
  readonly code: DiagnosticCode;
  /** In Wren's own words, without file and line. */
  readonly message: string;
  /** The range of the source to which the error applies. */
  readonly span: Span;
  /** The line that Wren reports, from 1: for an unterminated literal, the last line of the text. */
  readonly line: number;
  /**
   * The token that Wren names after "Error at": `'x'`, `newline`, `end of file`; undefined for
   * none.
   */
  readonly near: string | undefined;
}

/** Compiling stops after this many errors. */
const maxDiagnostics = 200;

/** Longer tokens are shortened in messages. */
const maxNearLength = 64;

/**
 * Collects the errors of a module. Wren compiles in a single pass; here the resolver runs after the
 * parser. To restore Wren's order, errors are sorted by the offset of the token that the parser had
 * last consumed when Wren would report them.
 */
export class DiagnosticSink {
  readonly #source: SourceFile;
  readonly #found: { readonly order: number; readonly diagnostic: Diagnostic }[] = [];
  #isClosed = false;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  /** Whether the sink accepts no more errors, so that compiling may stop. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reports an error at a token, which the message names. */
  report<C extends DiagnosticCode>(code: C, at: Place, ...parameters: WordingParameters<C>): void {
    this.#add(at.start, code, at, this.#near(at), parameters);
  }

  /**
   * Reports an error of the scanner, which runs ahead of the parser; `order` is the parser's
   * offset.
   */
  reportScan<C extends DiagnosticCode>(
    order: number,
    code: C,
    at: Place,
    ...parameters: WordingParameters<C>
  ): void {
    this.#add(order, code, at, undefined, parameters);
  }

  /** Reports an error that is known only at the end of the module. */
  reportLast<C extends DiagnosticCode>(
    code: C,
    at: Place,
    ...parameters: WordingParameters<C>
  ): void {
    this.#add(Number.POSITIVE_INFINITY, code, at, this.#near(at), parameters);
  }

  /** Ignores further errors, which would be consequences of the last one. */
  close(): void {
    this.#isClosed = true;
  }

  /** The errors in the order in which Wren prints them. */
  sorted(): readonly Diagnostic[] {
    return this.#found
      .toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
      .map((entry) => entry.diagnostic);
  }

  #add<C extends DiagnosticCode>(
    order: number,
    code: C,
    { start, end, line }: Place,
    near: string | undefined,
    parameters: WordingParameters<C>,
  ): void {
    if (this.#isClosed) return;
    const message = wordingOf(code, ...parameters);
    this.#found.push({ order, diagnostic: { code, message, span: { start, end }, line, near } });
    if (this.#found.length === maxDiagnostics) {
      this.reportScan(order, 'tooManyErrors', { start, end, line });
      this.close();
    }
  }

  #near({ start, end }: Span): string {
    const { text } = this.#source;
    if (start === end) return 'end of file';
    if (text[start] === '\n') return 'newline';
    const shownEnd = Math.min(end, start + maxNearLength);
    return `'${text.slice(start, shownEnd)}${shownEnd < end ? '...' : ''}'`;
  }
}
