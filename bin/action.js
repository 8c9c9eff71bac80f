/**
 * The step of `action.yml` that checks: turns the action's inputs into a command line and runs it in
 * this process. Inputs arrive as environment variables, since a shell script could execute a text
 * inside it. The check itself writes the summary and the annotations.
 */
import { appendFileSync } from 'node:fs';

const { env } = process;

const inputOf = (name) => (env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim();

/** Options of `touchstone check` with an input of the same name. */
const options = [
  ...['base-url', 'suite', 'class', 'profile', 'start', 'setup', 'wait', 'reports'],
  ...['target-name', 'target-version', 'target-url'],
];

function refuse(message) {
  console.log(`::error title=touchstone::${message}`);
  process.exit(2);
}

/** Splits a text into words at blanks, except in quotes, as a shell does. */
function splitWords(text) {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** Sets the credentials as environment variables and masks them in logs. */
function readCredentials() {
  for (const line of inputOf('credentials').split('\n')) {
    if (line.trim() === '') continue;
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) refuse('Each line of the input credentials must be "name = value".');
    if (value !== '') console.log(`::add-mask::${value}`);
    env[`TOUCHSTONE_${name.toUpperCase().replaceAll('-', '_')}`] = value;
  }
}

if (inputOf('base-url') === '' && inputOf('suite') === '') {
  refuse('The input base-url is empty: give the address of the server to check.');
}
readCredentials();
process.argv.splice(
  2,
  Infinity,
  'check',
  ...options.flatMap((name) => (inputOf(name) === '' ? [] : [`--${name}`, inputOf(name)])),
  ...splitWords(inputOf('arguments')),
);
await import('./touchstone.js');
if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `exit-code=${process.exitCode}\n`);
