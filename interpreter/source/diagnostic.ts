import { type DiagnosticCode, type WordingParameters, wordingOf } from './diagnostic-codes.js';
import type { Place, SourceFile, Span } from './source-file.js';

/** A compile error. Texts are byte strings, as in the source. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The text at fault, for showing it in its line. */
  readonly span: Span;
  /** The line that Wren names; for an unterminated literal that is where the text ends. */
  readonly line: number;
  /** What Wren says after "Error at": `'x'`, `newline`, `end of file`; undefined for none. */
  readonly near: string | undefined;
}

/** More errors than anyone reads; beyond them compiling stops. */
const maxDiagnostics = 200;

/** Longer tokens are cut in a message. */
const maxNearLength = 64;

/**
 * Collects the errors of a module. Wren compiles in a single pass, whereas here the resolver runs
 * after the parser: to come out in Wren's order, errors are sorted by the offset of the token
 * that the parser had last consumed when Wren would report them.
 */
export class DiagnosticSink {
  readonly #source: SourceFile;
  readonly #found: { readonly order: number; readonly diagnostic: Diagnostic }[] = [];
  #isClosed = false;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  /** True when nothing more is taken, so that compiling may stop. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** An error at a token, which its message names. */
  report<C extends DiagnosticCode>(code: C, at: Place, ...parameters: WordingParameters<C>): void {
    this.#add(at.start, code, at, this.#near(at), parameters);
  }

  /** An error of the scanner, which runs ahead of the parser: `order` is the parser's place. */
  reportScan<C extends DiagnosticCode>(
    order: number,
    code: C,
    at: Place,
    ...parameters: WordingParameters<C>
  ): void {
    this.#add(order, code, at, undefined, parameters);
  }

  /** An error that is known only when the whole module has been read. */
  reportLast<C extends DiagnosticCode>(
    code: C,
    at: Place,
    ...parameters: WordingParameters<C>
  ): void {
    this.#add(Number.POSITIVE_INFINITY, code, at, this.#near(at), parameters);
  }

  /** Takes no more errors, because what follows would only be in consequence of this one. */
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
