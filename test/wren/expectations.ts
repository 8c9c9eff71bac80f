/**
 * Reads what a `.wren` file states about itself, in comments beside the lines that cause it:
 *
 *     System.print(1 + 2)  // expect: 3
 *     "a".foo              // expect runtime error: String does not implement 'foo'.
 *     var 1                // expect error: Error at '1': Expect variable name.
 *     // expect error line 9: Error at end of file: Expected expression.
 *
 * A line may hold several. A comment that looks like an expectation but is none of these is an
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
}

const marker = /\/\/ *expect\b/;
const form = /^\/\/ expect(?: (error|runtime error)(?: line (\d+))?)?:(?: (.*))?$/;

/**
 * The expectations in a file's text.
 *
 * @throws Error naming file and line when an expectation comment is malformed, or when the file
 *   expects both compile errors and something of a run.
 */
export function readExpectations(name: string, text: string): Expectations {
  const output: ExpectedLine[] = [];
  const compileErrors: ExpectedLine[] = [];
  const runtimeErrors: ExpectedLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (const comment of splitComments(line)) {
      const found = form.exec(comment);
      const [, kind, otherLine, expected = ''] = found ?? [];
      const isMalformed = otherLine !== undefined && kind !== 'error';
      if (found === null || isMalformed || (kind !== undefined && expected === '')) {
        throw new Error(`${name}, line ${index + 1}: '${comment}' is not a known expectation.`);
      }
      const target = kind === undefined ? output : kind === 'error' ? compileErrors : runtimeErrors;
      target.push({ text: expected, line: Number(otherLine ?? index + 1) });
    }
  }
  const [runtimeError, ...more] = runtimeErrors;
  if (more.length > 0) throw new Error(`${name}: a program ends with at most one runtime error.`);
  if (compileErrors.length > 0 && (output.length > 0 || runtimeError !== undefined)) {
    throw new Error(`${name}: a program with compile errors does not run.`);
  }
  return { output, compileErrors, runtimeError };
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
