/**
 * Lays out generated text so that each of its lines belongs to one Wren line and one Wren function.
 * Line numbers in JavaScript stack traces can then be mapped to Wren's.
 *
 * The emitter puts marks into its text, wherever JavaScript allows a line break; here they become
 * line breaks where the Wren line or function changes. Generated text contains no other control
 * characters, since string literals escape them.
 */

import { chargeStep } from '../runtime/charge.js';

const markStart = '\u0001';
const markEnd = '\u0002';

/** The mark before a token whose errors Wren reports for a line. */
export function markLine(line: number): string {
  return `${markStart}${line}${markEnd}`;
}

/** The mark after a function's opening brace, with the index of its label. */
export function markFunctionStart(index: number): string {
  return `${markStart}{${index}${markEnd}`;
}

/** The mark before a function's closing brace. */
export const functionEndMark = `${markStart}}${markEnd}`;

/** A text without marks, with the places of its lines. */
export interface Layout {
  readonly text: string;
  /** Wren line of each line of the text, by index from 0; 0 where no error can occur. */
  readonly lines: Int32Array;
  /** Index of the function of each line of the text; -1 outside of functions. */
  readonly functions: Int32Array;
}

interface Place {
  readonly function: number;
  line: number;
}

const marks = new RegExp(`${markStart}[^${markEnd}]*${markEnd}`, 'g');

/** Replaces marks by line breaks, and removes marks that do not change the place. */
export function layOut(marked: string): Layout {
  const layouter = new Layouter();
  const text = marked.replace(marks, (mark) => layouter.pass(mark));
  return layouter.finish(text);
}

class Layouter {
  readonly #lines: number[] = [];
  readonly #functions: number[] = [];
  readonly #outer: Place[] = [];
  #place: Place = { function: -1, line: 0 };

  /** Moves to the place of a mark; returns the replacement of the mark. */
  pass(mark: string): string {
    chargeStep();
    switch (mark.charAt(1)) {
      case '{':
        return this.#enter(Number(mark.slice(2, -1)));
      case '}':
        return this.#leave();
      default:
        return this.#goToLine(Number(mark.slice(1, -1)));
    }
  }

  finish(text: string): Layout {
    return {
      text: text + this.#breakLine(),
      lines: Int32Array.from(this.#lines),
      functions: Int32Array.from(this.#functions),
    };
  }

  #enter(index: number): string {
    const lineBreak = this.#breakLine();
    this.#outer.push(this.#place);
    this.#place = { function: index, line: 0 };
    return lineBreak;
  }

  #leave(): string {
    const lineBreak = this.#breakLine();
    this.#place = this.#outer.pop() ?? this.#place;
    return lineBreak;
  }

  #goToLine(line: number): string {
    const isSame = this.#place.line === 0 || this.#place.line === line;
    const lineBreak = isSame ? '' : this.#breakLine();
    this.#place.line = line;
    return lineBreak;
  }

  #breakLine(): string {
    this.#lines.push(this.#place.line);
    this.#functions.push(this.#place.function);
    return '\n';
  }
}
