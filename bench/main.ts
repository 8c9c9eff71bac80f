/** The command behind `npm run bench`. */
import type { Command } from 'commander';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { messageOf } from '../kit/errors.js';
import { interpreterCommand } from './interpreter/main.js';
import { reportCommand } from './report/main.js';
import { serverCommand } from './server/main.js';
import { suiteCommand } from './suite/main.js';

const benchmarks = [interpreterCommand, serverCommand, suiteCommand, reportCommand];

function describe(environment: Environment): Command {
  const command = createCommand('bench', environment).description(
    'Benchmarks; what they mean is in bench/README.md.',
  );
  command.helpCommand('help [command]', 'print the help of a command');
  for (const describeBenchmark of benchmarks) {
    command.addCommand(describeBenchmark(environment).copyInheritedSettings(command));
  }
  return command;
}

/** Resolves to 0 when the benchmark ran, 1 when it failed (also by a wrong answer), 2 for wrong usage. */
export async function main(environment: Environment): Promise<number> {
  try {
    return await runCommand(describe(environment), environment);
  } catch (error) {
    environment.stderr.write(`bench: ${messageOf(error)}\n`);
    return 1;
  }
}
