/**
 * Reads what a `.wren` file states about itself, in comments beside the lines that cause it:
 *
 *     System.print(1 + 2)  // expect: 3
 *     "a".foo              // expect runtime error: String does not implement 'foo'.
 *     foo(1)               // expect frame 2: (script)
 *     var 1                // expect error: Error at '1': Expect variable name.
 *     // expect error line 9: Error at end of file: Expected expression.
 *
 * A line may hold several. Frames are those of the runtime error's stack trace, counted from the
 * innermost; a file that states one states them all. What calls an initializer has no name and is
 * written as `(nameless)`. A comment that looks like an expectation but is none of these is an
 * error of the test file, so that a misspelt one cannot pass unseen.
 */

/** A printed line or an error message, and the line of the file that it belongs to. */
export interface ExpectedLine {
  readonly text: string;
  readonly line: number;
}

export interface Expectations {
  /** Lines printed, in order. */
  readonly output: readonly ExpectedLine[];
  /** Compile errors without the module and line in front: `Error at 'x': …` or `Error: …`. */
  readonly compileErrors: readonly ExpectedLine[];
  /** The error that ends the program, raised on that line; undefined when it ends well. */
  readonly runtimeError: ExpectedLine | undefined;
  /** The labels in that error's stack trace, innermost first; empty when the file states none. */
  readonly frames: readonly ExpectedLine[];
}

const marker = /\/\/ *expect\b/;
const form = /^\/\/ expect(?: (error|runtime error|error line|frame)(?: (\d+))?)?:(?: (.*))?$/;
const numberedKinds: ReadonlySet<string> = new Set(['error line', 'frame']);

/** An expectation comment in its parts. */
interface Comment extends ExpectedLine {
  readonly kind: string;
  /** The number in `error line 9` and `frame 2`, else 0. */
  readonly number: number;
}

function parseComment(comment: string, line: number): Comment | undefined {
  const found = form.exec(comment);
  if (found === null) return undefined;
  const [, kind = 'output', number, text = ''] = found;
  const isMalformed = numberedKinds.has(kind) !== (number !== undefined);
  if (isMalformed || (kind !== 'output' && text === '')) return undefined;
  return { kind, number: Number(number ?? 0), text, line };
}

function readComments(name: string, text: string): Comment[] {
  return text.split('\n').flatMap((content, index) =>
    splitComments(content).map((written) => {
      const comment = parseComment(written, index + 1);
      if (comment !== undefined) return comment;
      throw new Error(`${name}, line ${index + 1}: '${written}' is not a known expectation.`);
    }),
  );
}

/**
 * The expectations in a file's text.
 *
 * @throws Error naming file and line when an expectation comment is malformed, or naming the file
 *   when its expectations contradict each other.
 */
export function readExpectations(name: string, text: string): Expectations {
  const comments = readComments(name, text);
  const select = (kind: string) => comments.filter((comment) => comment.kind === kind);
  const output = select('output').map(atOwnLine);
  const errorsElsewhere = select('error line').map(({ text, number }) => ({ text, line: number }));
  const compileErrors = [...select('error').map(atOwnLine), ...errorsElsewhere];
  const [runtimeError, ...more] = select('runtime error').map(atOwnLine);
  const frames = select('frame').sort((a, b) => a.number - b.number);
  if (more.length > 0) throw new Error(`${name}: a program ends with at most one runtime error.`);
  if (compileErrors.length > 0 && (output.length > 0 || runtimeError !== undefined)) {
    throw new Error(`${name}: a program with compile errors does not run.`);
  }
  if (frames.some(({ number }, index) => number !== index + 1)) {
    throw new Error(`${name}: frames are numbered from 1 on.`);
  }
  if (frames.length > 0 && runtimeError === undefined) {
    throw new Error(`${name}: only a runtime error has frames.`);
  }
  return { output, compileErrors, runtimeError, frames: frames.map(atOwnLine) };
}

function atOwnLine({ text, line }: Comment): ExpectedLine {
  return { text, line };
}

/** The expectation comments of a line, each up to the next one; a trailing `\r` is dropped. */
function splitComments(line: string): string[] {
  const start = line.search(marker);
  if (start === -1) return [];
  return line
    .slice(start)
    .replace(/\r$/, '')
    .split(/ +(?=\/\/ *expect\b)/);
}
