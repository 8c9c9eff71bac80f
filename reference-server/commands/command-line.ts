import { Command, CommanderError } from 'commander';
import type { Environment } from '../../cli/environment.js';
import { StartError } from '../start-error.js';

/** A command of Touchstone's whose messages go to the environment's streams. */
export function createCommand(name: string, environment: Environment): Command {
  return new Command(name)
    .exitOverride()
    .showHelpAfterError(`(see "${name} --help")`)
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      writeErr: (text) => environment.stderr.write(text),
    });
}

/**
 * Runs a command with the environment's arguments. What can go wrong becomes one message on
 * stderr and an exit code: 2 for wrong usage, the error's own for a StartError.
 */
export async function runCommand(command: Command, environment: Environment): Promise<number> {
  try {
    await command.parseAsync(environment.argv, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has written its message itself; code 0 is --help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof StartError)) throw error;
    environment.stderr.write(`touchstone: ${error.message}\n`);
    return error.exitCode;
  }
}
