/** Runs any text as a Wren program, and judges how it ends. */
import { createContext, Script } from 'node:vm';
import {
  createInterpreter,
  fromBytes,
  type Program,
  WrenCompileError,
  WrenRuntimeError,
} from '../../../interpreter/index.js';

/** Permitted ending of a program. */
export type Ending = 'diagnostics' | 'runtime error' | 'budget' | 'result';

/** Result of a program. */
export interface Verdict {
  readonly ending: Ending;
  /** The printed text, followed by the message of an error. */
  readonly output: string;
}

/** Modules that every program can import. */
const modules: ReadonlyMap<string, string> = new Map([
  ['./names', 'var Name = "name"\nvar constructor = 1'],
  ['./yields', 'var Value = Fiber.yield(1)'],
  ['./broken', 'var 1'],
]);

let program: string | Uint8Array = '';

const interpreter = createInterpreter({
  modules: {
    resolve: (name) => name,
    load: (name) => (name === 'main' ? program : modules.get(name)),
  },
});

const limits = { timeMs: 100, memoryBytes: 20_000_000, outputBytes: 100_000 };

/** Far beyond the time limit: a program that takes longer does not poll. */
const hangMs = 20_000;

/** Words of the host: they must not appear in the output of a script that does not contain them. */
const hostWords =
  /\bundefined\b|\bNaN\b|\[object (?!error\])|=>|native code|function \(|\$|wren:\d/;

function checkText(text: string): void {
  const leak = hostWords.exec(fromBytes(text));
  const source = Buffer.from(program).toString('latin1');
  if (leak !== null && !source.includes(leak[0]))
    throw new Error(`The output shows the host: ${text}`);
}

function runOnce(compiled: Program): Verdict {
  let output = '';
  try {
    const write = (bytes: string) => {
      output += bytes;
    };
    compiled.run({ write, limits });
    return { ending: 'result', output };
  } catch (error) {
    if (!(error instanceof WrenRuntimeError)) throw error;
    output += error.message;
    return { ending: endWith(error), output };
  } finally {
    checkText(output);
  }
}

/** Runs the program twice: the first run must not affect the second. */
function compileAndRun(): Verdict {
  try {
    const compiled = interpreter.compile('main');
    const first = runOnce(compiled);
    const second = runOnce(compiled);
    // How deep a recursion gets depends on what V8 has optimized by then.
    const isLimited = [first, second].some(
      ({ ending, output }) => ending === 'budget' || output.endsWith('Stack overflow.'),
    );
    if (first.output !== second.output && !isLimited && !readsItsSurroundings()) {
      throw new Error(`The second run shows: ${second.output}\nbut the first: ${first.output}`);
    }
    return first;
  } catch (error) {
    if (error instanceof WrenCompileError) return { ending: endWith(error), output: '' };
    throw error;
  }
}

function readsItsSurroundings(): boolean {
  return /random|clock/.test(Buffer.from(program).toString('latin1'));
}

function endWith(error: WrenCompileError | WrenRuntimeError): Ending {
  const places = error instanceof WrenCompileError ? error.diagnostics : error.frames;
  if (places.some(({ line }) => line < 1)) throw new Error(`An error has no line: ${error}`);
  if (error instanceof WrenRuntimeError) {
    checkText(error.trace());
    return error.kind === 'budget' ? 'budget' : 'runtime error';
  }
  if (places.length === 0) throw new Error(`A compile error has no diagnostics: ${error}`);
  return 'diagnostics';
}

const watched = createContext({ compileAndRun });
const watch = new Script('compileAndRun()');

/**
 * Runs a program to its end, twice.
 *
 * @throws Error with the program in its message if it does not end, ends in another way, shows
 *   something of the host, or has another result the second time
 */
export function judge(text: string | Uint8Array): Verdict {
  program = text;
  try {
    return watch.runInContext(watched, { timeout: hangMs });
  } catch (error) {
    const shown = JSON.stringify(Buffer.from(text).toString('latin1'));
    throw new Error(`${error}\nin the program ${shown}`, { cause: error });
  }
}
