/**
 * The parser's state and its elementary operations. The grammar is in the parse-….ts files, whose
 * functions take a parser as their first argument.
 *
 * A newline is a token; each rule skips it where Wren does. Errors are handled as in Wren, so that
 * the same errors are found: a missing token is reported at the token in its place, which is
 * consumed, and parsing continues.
 */

import { chargeStep } from '../runtime/charge.js';
import type { DiagnosticSink } from '../source/diagnostic.js';
import type { DiagnosticCode, WordingParameters } from '../source/diagnostic-codes.js';
import type { Place, SourceFile } from '../source/source-file.js';
import type { Identifier } from './ast.js';
import { Scanner } from './scanner/scanner.js';
import { Token, type TokenKind } from './scanner/token.js';
import { Scopes } from './scopes.js';
import { maxParameters } from './signature.js';

/** Deeper nesting could exhaust the stack here or in a later stage. */
const maxNesting = 500;

/** The state of parsing one module. */
export class Parser {
  /** The last token consumed, the token to consume next, and the one after it. */
  previous = new Token();
  current = new Token();
  next = new Token();
  readonly scopes: Scopes;
  readonly #source: SourceFile;
  readonly #scanner: Scanner;
  readonly #sink: DiagnosticSink;
  #nesting = 0;

  constructor(source: SourceFile, sink: DiagnosticSink) {
    this.#source = source;
    this.#scanner = new Scanner(source, sink);
    this.#sink = sink;
    this.scopes = new Scopes(sink);
    this.advance();
    this.advance();
  }

  /** Consumes the current token. The end of the text repeats for ever. */
  advance(): void {
    const reused = this.previous;
    this.previous = this.current;
    this.current = this.next;
    if (this.next.kind === 'end') return;
    if (this.#sink.isClosed) {
      this.#stop();
      return;
    }
    this.next = reused;
    this.#scanner.scan(reused, this.previous.start);
    chargeStep(reused.end - this.current.end);
  }

  at(kind: TokenKind): boolean {
    return this.current.kind === kind;
  }

  /** Consumes the current token if it is of this kind. */
  match(kind: TokenKind): boolean {
    if (this.current.kind !== kind) return false;
    this.advance();
    return true;
  }

  /**
   * Consumes a token of a kind. On an error, the wrong token is consumed, and the right one if it
   * follows.
   */
  consume(kind: TokenKind, code: PlainCode): void {
    this.advance();
    if (this.previous.kind === kind) return;
    this.fail(code);
    this.match(kind);
  }

  /** Consumes a name. */
  consumeIdentifier(code: PlainCode): Identifier {
    this.consume('name', code);
    return this.previousIdentifier();
  }

  /** The last token as an identifier, of whatever kind it is. */
  previousIdentifier(): Identifier {
    const { kind, text, start, end, line } = this.previous;
    const isName = kind === 'name' || kind === 'field' || kind === 'static-field';
    return { name: isName ? text : this.#source.text.slice(start, end), start, end, line };
  }

  /** Consumes line ends; returns whether there were any. */
  matchLine(): boolean {
    if (!this.match('line')) return false;
    while (this.match('line'));
    return true;
  }

  consumeLine(code: PlainCode): void {
    this.consume('line', code);
    this.matchLine();
  }

  /** Skips a line end before a dot: a chain of calls may continue on the next line. */
  allowLineBeforeDot(): void {
    if (this.current.kind === 'line' && this.next.kind === '.') this.advance();
  }

  /** Reports an error at the last token, unless the scanner reported one. */
  fail<C extends DiagnosticCode>(code: C, ...parameters: WordingParameters<C>): void {
    if (this.previous.kind !== 'error') this.#sink.report(code, this.previous, ...parameters);
  }

  /** Reports the first parameter or argument beyond the limit. */
  checkArity(arity: number): void {
    if (arity === maxParameters + 1) this.fail('tooManyParameters');
  }

  /** The place from an offset to the end of the last token. */
  placeFrom(start: number): Place {
    const { end, line } = this.previous;
    return { start, end, line };
  }

  previousPlace(): Place {
    return this.placeFrom(this.previous.start);
  }

  /**
   * Begins a construct that may nest; `leave` ends it. Parsing stops if the nesting is too deep.
   */
  enter(): void {
    if (++this.#nesting <= maxNesting) return;
    this.fail('nestingTooDeep');
    this.#sink.close();
    this.#stop();
  }

  leave(): void {
    this.#nesting--;
  }

  /** Ends parsing, as if the text ended here. */
  #stop(): void {
    const end = new Token();
    end.kind = 'end';
    this.current = end;
    this.next = end;
  }
}

/** Codes whose wording has no parameters. */
type PlainCode = {
  [C in DiagnosticCode]: WordingParameters<C> extends [] ? C : never;
}[DiagnosticCode];
