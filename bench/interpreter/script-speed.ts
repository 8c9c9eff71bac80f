/**
 * Measures, in its own process, the costs of a server that compiles a script once and runs it for
 * every request; prints the figures as JSON.
 */
import { readFileSync } from 'node:fs';
import {
  createInterpreter,
  type Instance,
  type Program,
  putOffOptimizing,
} from '../../interpreter/index.js';
import { packageFile } from '../../kit/package-root.js';
import { median } from '../statistics.js';
import { generateProgram, resultOfGenerated } from './generated-program.js';

/** The output of the process. */
export interface ScriptSpeed {
  /** Milliseconds from the text of 10 000 lines to the program's output, without warm-up. */
  readonly compile: number;
  /** Microseconds to run a compiled module of 100 lines from its first line on. */
  readonly run: number;
  /** Time of a hot method after 10 000 runs, as a multiple of its time after one run. */
  readonly slowdown: number;
}

const lines = 10_000;
const runs = 10_000;
const batch = 100;

function compileProgram(text: string): Program {
  const modules = { resolve: (name: string) => name, load: () => text };
  return createInterpreter({ modules }).compile('main');
}

/** Compiles and runs a program as the command line does. */
function measureCompile(): number {
  const text = generateProgram(lines);
  let output = '';
  const start = performance.now();
  const goOnAsUsual = putOffOptimizing();
  const program = compileProgram(text);
  goOnAsUsual();
  program.run({ write: (bytes) => (output += bytes) });
  const time = performance.now() - start;
  const expected = resultOfGenerated(lines);
  if (output !== `${expected}\n`) throw new Error(`Expected ${expected}, printed ${output}.`);
  return time;
}

/** Time of the module's hot method after warm-up, in milliseconds. */
function measureMethod(instance: Instance): number {
  const basket = instance.variable('Basket');
  if (basket === undefined) throw new Error('The module has no variable "Basket".');
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    instance.call(basket, 'work(_)', 100_000);
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Microseconds per run: the median of batches; the first half of them is warm-up. */
function measureRuns(program: Program): number {
  const batches = Array.from({ length: runs / batch }, () => {
    const start = performance.now();
    for (let run = 0; run < batch; run++) program.run();
    return ((performance.now() - start) / batch) * 1000;
  });
  return median(batches.slice(batches.length / 2));
}

function measure(): ScriptSpeed {
  const compile = measureCompile();
  const file = packageFile('bench', 'interpreter', 'small-module.wren');
  const program = compileProgram(readFileSync(file, 'utf8'));
  const before = measureMethod(program.instantiate());
  const run = measureRuns(program);
  const after = measureMethod(program.instantiate());
  return { compile, run, slowdown: after / before };
}

process.stdout.write(JSON.stringify(measure()));
