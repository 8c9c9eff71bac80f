/**
 * Lays generated text out so that every line of it belongs to exactly one Wren line and one Wren
 * function: from a JavaScript stack trace, which gives lines, the Wren trace can then be read.
 *
 * The emitter puts marks into its text, which may stand wherever JavaScript allows a line break;
 * here they become line breaks where the Wren line or function changes. Generated text holds no
 * control characters otherwise, string literals having theirs escaped.
 */

/** Stands before a token whose failure Wren reports for this line. */
export function markLine(line: number): string {
  return `\u0001${line}\u0002`;
}

/** Stands after a function's opening brace; the index is that of its label, -1 for no Wren function. */
export function markFunctionStart(index: number): string {
  return `\u0003${index}\u0002`;
}

/** Stands before the closing brace of a function. */
export const functionEndMark = '\u0004';

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters
const marks = /\u0001(\d+)\u0002|\u0003(-?\d+)\u0002|\u0004/g;

/** Replaces the marks by line breaks. */
export function layOut(marked: string): Layout {
  const pieces: string[] = [];
  const lines: number[] = [];
  const functions: number[] = [];
  const outer: Place[] = [];
  let place: Place = { function: -1, line: 0 };
  let position = 0;

  function breakLine(): void {
    pieces.push('\n');
    lines.push(place.line);
    functions.push(place.function);
  }

  for (const mark of marked.matchAll(marks)) {
    pieces.push(marked.slice(position, mark.index));
    position = mark.index + mark[0].length;
    if (mark[1] !== undefined) {
      const line = Number(mark[1]);
      if (place.line !== 0 && place.line !== line) breakLine();
      place.line = line;
    } else {
      breakLine();
      if (mark[2] !== undefined) {
        outer.push(place);
        place = { function: Number(mark[2]), line: 0 };
      } else {
        place = outer.pop() ?? place;
      }
    }
  }
  pieces.push(marked.slice(position));
  breakLine();
  return {
    text: pieces.join(''),
    lines: Int32Array.from(lines),
    functions: Int32Array.from(functions),
  };
}
