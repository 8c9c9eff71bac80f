/**
 * Lays generated text out so that every line of it belongs to exactly one Wren line and one Wren
 * function: from a JavaScript stack trace, which gives lines, the Wren trace can then be read.
 *
 * The emitter puts marks into its text, which may stand wherever JavaScript allows a line break;
 * here they become line breaks where the Wren line or function changes. Generated text holds no
 * control characters otherwise, string literals having theirs escaped.
 */

const markStart = '\u0001';
const markEnd = '\u0002';

/** Stands before a token whose failure Wren reports for this line. */
export function markLine(line: number): string {
  return `${markStart}${line}${markEnd}`;
}

/** Stands after a function's opening brace; the index is that of its label. */
export function markFunctionStart(index: number): string {
  return `${markStart}{${index}${markEnd}`;
}

/** Stands before the closing brace of a function. */
export const functionEndMark = `${markStart}}${markEnd}`;

/** A text without its marks, and what they have said of its lines. */
export interface Layout {
  readonly text: string;
  /** For each line of the text, counted from 0, its Wren line; 0 where nothing can fail. */
  readonly lines: Int32Array;
  /** For each line of the text, the index of its function; -1 outside of all. */
  readonly functions: Int32Array;
}

interface Place {
  readonly function: number;
  line: number;
}

const marks = new RegExp(`${markStart}[^${markEnd}]*${markEnd}`, 'g');

/** Replaces the marks by line breaks, or by nothing where the place stays the same. */
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

  /** Goes on to what a mark says; the text that takes its place. */
  pass(mark: string): string {
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
