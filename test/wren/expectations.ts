/**
 * Reads the expectations of a `.wren` file, from comments on the lines that cause the effect:
 *
 *     System.print(1 + 2)  // expect: 3
 *     "a".foo              // expect runtime error: String does not implement 'foo'.
 *     foo(1)               // expect frame 2: (script)
 *     var 1                // expect error: Error at '1': Expect variable name.
 *     // expect error line 9: Error at end of file: Expected expression.
 *
 * A line may have several expectations. Frames are those of the runtime error's stack trace,
 * counted from the innermost; a file states all of them or none. The caller of an initializer has
 * no name and is written as `(nameless)`. A malformed expectation is an error of the test file, so
 * that it cannot pass unnoticed.
 */

/** A printed line or an error message, with its line of the file. */
export interface ExpectedLine {
  readonly text: string;
  readonly line: number;
}

/** The expectations of a file. */
export interface Expectations {
  /** Lines printed, in order. */
  readonly output: readonly ExpectedLine[];
  /** Compile errors without the module and line in front: `Error at 'x': …` or `Error: …`. */
  readonly compileErrors: readonly ExpectedLine[];
  /** The error that ends the program, with the line that raises it; undefined for none. */
  readonly runtimeError: ExpectedLine | undefined;
  /** Labels of that error's stack trace, innermost first; empty if the file states none. */
  readonly frames: readonly ExpectedLine[];
}

const marker = /\/\/ *expect\b/;
const form = /^\/\/ expect(?: (error|runtime error|error line|frame)(?: (\d+))?)?:(?: (.*))?$/;
const numberedKinds: ReadonlySet<string> = new Set(['error line', 'frame']);

/** A parsed expectation comment. */
interface Comment extends ExpectedLine {
  readonly kind: string;
  /** The number in `error line 9` and `frame 2`; 0 for other kinds. */
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
 * Reads the expectations in a file's text.
 *
 * @throws Error with file and line if a comment is malformed, or with the file if its expectations
 *   contradict each other
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
