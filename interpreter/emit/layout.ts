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

/** Stands after a function's opening brace; the index is that of its label, -1 for no Wren function. */
export function markFunctionStart(index: number): string {
  return `${markStart}{${index}${markEnd}`;
}

/** Stands before the closing brace of a function. */
export const functionEndMark = `${markStart}}${markEnd}`;

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

/** Replaces the marks by line breaks. */
export function layOut(marked: string): Layout {
  const [head = '', ...rest] = marked.split(markStart);
  const layouter = new Layouter(head);
  for (const piece of rest) {
    const end = piece.indexOf(markEnd);
    layouter.mark(piece.slice(0, end));
    layouter.add(piece.slice(end + 1));
  }
  return layouter.finish();
}

class Layouter {
  readonly #pieces: string[];
  readonly #lines: number[] = [];
  readonly #functions: number[] = [];
  readonly #outer: Place[] = [];
  #place: Place = { function: -1, line: 0 };

  constructor(head: string) {
    this.#pieces = [head];
  }

  add(text: string): void {
    this.#pieces.push(text);
  }

  /** Goes on to what a mark says: `12` for a line, `{3` for a function's start, `}` for its end. */
  mark(content: string): void {
    if (content.startsWith('{')) {
      this.#breakLine();
      this.#outer.push(this.#place);
      this.#place = { function: Number(content.slice(1)), line: 0 };
    } else if (content === '}') {
      this.#breakLine();
      this.#place = this.#outer.pop() ?? this.#place;
    } else {
      const line = Number(content);
      if (this.#place.line !== 0 && this.#place.line !== line) this.#breakLine();
      this.#place.line = line;
    }
  }

  finish(): Layout {
    this.#breakLine();
    return {
      text: this.#pieces.join(''),
      lines: Int32Array.from(this.#lines),
      functions: Int32Array.from(this.#functions),
    };
  }

  #breakLine(): void {
    this.#pieces.push('\n');
    this.#lines.push(this.#place.line);
    this.#functions.push(this.#place.function);
  }
}
