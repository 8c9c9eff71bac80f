/**
 * The step of `action.yml` that checks: makes a command line of the action's inputs and runs it in
 * this process. Inputs come as environment variables, since a text inside a shell script could be
 * taken for a command. The summary and the annotations are the check's own.
 */
import { appendFileSync } from 'node:fs';

const { env } = process;

const inputOf = (name) => (env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim();

/** Options of `touchstone check` with an input of the same name. */
const options = ['base-url', 'suite', 'class', 'profile', 'start', 'setup', 'wait', 'reports'];

function refuse(message) {
  console.log(`::error title=touchstone::${message}`);
  process.exit(2);
}

/** As a shell does: blanks separate words, unless they are quoted. Nothing else is special. */
function splitWords(text) {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** Takes credentials out of logs, whether or not they are secrets of the repository. */
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
