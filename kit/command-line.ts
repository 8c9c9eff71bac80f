/** Arguments, help and error messages of all commands. */
import { Command, CommanderError, Help, InvalidArgumentError, type Option } from 'commander';
import type { Environment } from './environment.js';
import { exitCodeOf, messageOf } from './errors.js';
import { commandOf, type ProgramCall } from './program.js';

/** The outputs of a command. */
type Streams = Readonly<Record<'stdout' | 'stderr', { write(text: string): unknown }>> &
  Pick<Environment, 'call'>;

/** Creates a command. It throws errors in its arguments; `runCommand` reports them. */
export function createCommand(name: string, { stdout, stderr, call }: Streams): Command {
  return new Command(name)
    .helpOption('-h, --help', 'print this')
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => stdout.write(call === undefined ? text : asCalled(text, call)),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
    });
}

/** Lets the examples of a help text begin as the user called the program. */
function asCalled(help: string, call: ProgramCall): string {
  return help.replace(
    /^ {2}touchstone (\w+)(?: (.*))?$/gm,
    (_line, command: string, words = '') => {
      return `  ${commandOf(call, command, words)}`.replace(/(?: --)? *$/, '');
    },
  );
}

/** Removes the quotes that commander puts around the default of a text option. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(/\(default: "(.*)"\)$/, '(default: $1)');
}

/**
 * Reads the arguments of a command without actions.
 *
 * @returns the exit code when only the help was asked for; otherwise undefined
 * @throws CommanderError with the reason why the arguments are wrong
 */
export function parseArguments(command: Command, argv: readonly string[]): number | undefined {
  try {
    command.parse(argv, { from: 'user' });
    return undefined;
  } catch (error) {
    return endOf(error);
  }
}

/** The exit code when the help was printed; throws any other error, usage errors in words. */
function endOf(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error;
  // Commander prints the help on stderr when a subcommand is missing.
  if (error.code === 'commander.help') return 2;
  if (error.exitCode === 0) return 0;
  const message = `${describeMistake(error)}. See --help.`;
  throw new CommanderError(2, error.code, message);
}

/** The message as a sentence without its full stop. */
function describeMistake({ code, message }: CommanderError): string {
  const text = message
    .replace(/^error: /, '')
    .replace('\n', ' ')
    .replace(/\.$/, '');
  const shown = code === 'commander.unknownOption' ? withoutValue(text) : text;
  return `${shown[0]?.toUpperCase()}${shown.slice(1)}`;
}

/** Removes the value of a mistyped option, which may be a secret: `'--api-kye=…'`, `'-k…'`. */
function withoutValue(text: string): string {
  return text.replace(/'(--[^=']*|-[^-]).*'/s, "'$1'");
}

/**
 * Runs a command with the arguments of the environment, and reports usage errors on stderr.
 *
 * @param act runs after the arguments are read, for a command without actions
 * @param explain completes an error before it is reported
 * @returns the exit code
 */
export async function runCommand(
  command: Command,
  environment: Environment,
  act: () => number | Promise<number> = () => 0,
  explain: (error: unknown) => unknown = (error) => error,
): Promise<number> {
  try {
    const reading = command.parseAsync(environment.argv, { from: 'user' });
    return await reading.then(act, endOf);
  } catch (error) {
    return reportFailure(command, environment, explain(error));
  }
}

/**
 * Prints on stderr why a command ends.
 *
 * @returns the exit code
 * @throws the error itself when it is a defect of Touchstone
 */
export function reportFailure(command: Command, { stderr }: Environment, error: unknown): number {
  const exitCode = exitCodeOf(error);
  if (exitCode === undefined) throw error;
  stderr.write(`${command.name()}: ${messageOf(error)}\n`);
  return exitCode;
}

/** Rejects an empty text, such as the value of a variable that is not set. */
export function parseText(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

/**
 * A parser of whole numbers within bounds.
 *
 * @param most default: none
 * @returns a parser that throws an InvalidArgumentError for any other text
 */
export function countParser(least: number, most?: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    const isWithin = count >= least && count <= (most ?? Number.MAX_SAFE_INTEGER);
    if (/^\d+$/.test(text) && isWithin) return count;
    const range = most === undefined ? `from ${least} up` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}
