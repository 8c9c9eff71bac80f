import {
  createInterpreter,
  fromBytes,
  type InterpreterOptions,
  type Program,
  type RunOptions,
  type Value,
} from '../../../interpreter/index.js';

/** Texts of modules by name; programs begin in `main`. */
export type Texts = Readonly<Record<string, string>>;

/** Compiles a program from texts; canonical names are those in import statements. */
export function compileText(
  texts: Texts | string,
  options: Omit<InterpreterOptions, 'modules'> = {},
): Program {
  return compileEntries(['main'], typeof texts === 'string' ? { main: texts } : texts, options);
}

/** Like `compileText`, for programs with other entry modules. */
export function compileEntries(
  entries: readonly [string, ...string[]],
  texts: Texts,
  options: Omit<InterpreterOptions, 'modules'> = {},
): Program {
  const modules = {
    resolve: (name: string) => name,
    load: (name: string) => (Object.hasOwn(texts, name) ? texts[name] : undefined),
  };
  return createInterpreter({ ...options, modules }).compile(...entries);
}

/** Output and result of a run. */
export interface Outcome {
  readonly output: string;
  readonly result: Value;
}

export function runProgram(program: Program, options: RunOptions = {}): Outcome {
  let output = '';
  const result = program.run({
    write: (bytes) => {
      output += bytes;
    },
    ...options,
  });
  return { output: fromBytes(output), result };
}

/** The error that an action throws. */
export function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
