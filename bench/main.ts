/** The command that `npm run bench` starts. */
import { Command, CommanderError } from 'commander';
import type { Environment } from '../cli/environment.js';
import { interpreterCommand } from './interpreter/main.js';
import { reportCommand } from './report/main.js';
import { serverCommand } from './server/main.js';
import { suiteCommand } from './suite/main.js';

function describe(environment: Environment): Command {
  const command = new Command('bench').description(
    'Benchmarks; what they mean is in bench/README.md.',
  );
  for (const benchmark of [
    interpreterCommand(environment),
    serverCommand(environment),
    suiteCommand(environment),
    reportCommand(environment),
  ])
    command.addCommand(benchmark);
  for (const each of [command, ...command.commands]) {
    each.exitOverride().configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      writeErr: (text) => environment.stderr.write(text),
    });
  }
  return command;
}

/** Resolves to 0 when the benchmark ran, 1 when it failed (a wrong answer too), 2 for wrong usage. */
export async function main(environment: Environment): Promise<number> {
  try {
    await describe(environment).parseAsync([...environment.argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    environment.stderr.write(`bench: ${(error as Error).message}\n`);
    return 1;
  }
}
