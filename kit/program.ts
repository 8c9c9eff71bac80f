/** The name under which the user called the program, for the commands that messages name. */
import { basename, relative } from 'node:path';
import { packageFile } from './package-root.js';

/** Texts before a command: `npx touchstone` of `npx touchstone check`. */
export type ProgramCall = string;

/** The call in a folder where the package is installed. */
export const usualCall: ProgramCall = 'npx touchstone';

/** The call by the scripts of the checkout's package.json. */
const byScripts: ProgramCall = 'npm run';

/** The scripts of the checkout's package.json, by the command that they call. */
export const scripts: Readonly<Record<string, string>> = {
  check: 'conformance',
  clean: 'clean',
  compare: 'compare',
  docs: 'docs',
  key: 'key',
  replay: 'replay',
  serve: 'start',
  token: 'token',
  wren: 'wren',
};

/**
 * Finds out how the user called the running program.
 *
 * @param script the path of the launcher, as Node was given it
 */
export function findCall(
  script: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): ProgramCall {
  const event = env.npm_lifecycle_event ?? '';
  const isOwnManifest = env.npm_package_json === packageFile('package.json');
  if (isOwnManifest && Object.values(scripts).includes(event)) return byScripts;
  if (env.npm_command === 'exec' || /[\\/]node_modules[\\/]/.test(script)) return usualCall;
  if (basename(script) === 'touchstone') return 'touchstone';
  return `node ${relative(cwd, script)}`;
}

/**
 * A whole command for the user's shell, which works where the program was called.
 *
 * @param words what follows the command's name, quoted where needed
 */
export function commandOf(call: ProgramCall, command: string, words: string): string {
  const script = scripts[command];
  if (call !== byScripts) return `${call} ${command} ${words}`;
  return script === undefined
    ? `${usualCall} ${command} ${words}`
    : `npm run ${script} -- ${words}`;
}
