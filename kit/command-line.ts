/** How commands read their arguments, show their help and say what is wrong: all in one way. */
import { Command, CommanderError, Help, type Option } from 'commander';
import type { Environment } from './environment.js';
import { exitCodeOf, messageOf } from './errors.js';

/** Where a command's texts go. */
type Streams = Readonly<Record<'stdout' | 'stderr', { write(text: string): unknown }>>;

/** A command of Touchstone's; mistakes in its arguments are thrown, and told by `runCommand`. */
export function createCommand(name: string, { stdout, stderr }: Streams): Command {
  return new Command(name)
    .helpOption('-h, --help', 'print this')
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
    });
}

/** Without the quotes that a default gets when it is a text. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(/\(default: "(.*)"\)$/, '(default: $1)');
}

/**
 * Reads the arguments of a command that has no actions.
 *
 * @returns the exit code when the help was all that there was to print; otherwise undefined
 * @throws CommanderError that says what is wrong with them
 */
export function parseArguments(command: Command, argv: readonly string[]): number | undefined {
  try {
    command.parse(argv, { from: 'user' });
    return undefined;
  } catch (error) {
    return endOf(error, command);
  }
}

/** The exit code when the help was printed; everything else is thrown, a mistake in words. */
function endOf(error: unknown, command: Command): number {
  if (!(error instanceof CommanderError)) throw error;
  // It is printed on stderr where a subcommand is missing.
  if (error.code === 'commander.help') return 2;
  if (error.exitCode === 0) return 0;
  const message = `${describeMistake(error)}. See "${command.name()} --help".`;
  throw new CommanderError(2, error.code, message);
}

/** In a sentence, but for its full stop. */
function describeMistake({ code, message }: CommanderError): string {
  const text = message
    .replace(/^error: /, '')
    .replace('\n', ' ')
    .replace(/\.$/, '');
  const shown = code === 'commander.unknownOption' ? withoutValue(text) : text;
  return `${shown[0]?.toUpperCase()}${shown.slice(1)}`;
}

/** The value of a mistyped option may be a secret: `'--api-kye=…'`, `'-k…'`. */
function withoutValue(text: string): string {
  return text.replace(/'(--[^=']*|-[^-]).*'/s, "'$1'");
}

/**
 * Runs a command with the environment's arguments, and says on stderr what is to be mended.
 *
 * @param act what to do when they are read, for a command that has no actions
 * @returns the exit code
 */
export async function runCommand(
  command: Command,
  environment: Environment,
  act: () => number | Promise<number> = () => 0,
): Promise<number> {
  try {
    const reading = command.parseAsync(environment.argv, { from: 'user' });
    return await reading.then(act, (error) => endOf(error, command));
  } catch (error) {
    return reportFailure(command, environment, error);
  }
}

/**
 * Says on stderr why a command cannot go on.
 *
 * @returns the exit code
 * @throws the error itself when it is a fault of Touchstone
 */
export function reportFailure(command: Command, { stderr }: Environment, error: unknown): number {
  const exitCode = exitCodeOf(error);
  if (exitCode === undefined) throw error;
  stderr.write(`${command.name()}: ${messageOf(error)}\n`);
  return exitCode;
}
