/** Runs the commands of guides and examples in a temporary folder. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../kit/package-root.js';
import { runCommand } from '../conformance/run-check.js';

const command = `${process.execPath} ${packageFile('bin', 'touchstone.js')}`;

/**
 * A function of the shell that has this process run a command of Touchstone. A process of its own for each
 * would take most of the time; the tests of the package and the README start the program itself.
 */
const shellFunction = `touchstone() {
  local code
  exec 3<>"/dev/tcp/127.0.0.1/$TOUCHSTONE_PORT"
  { printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf '\\0'; } >&3
  read -r code <&3
  cat <&3
  exec 3<&-
  return "$code"
}
`;

/** Runs the command that the function of the shell sends: the folder, the words and the environment. */
async function runSent(socket: Socket): Promise<void> {
  let fields: string[] = [];
  let text = '';
  while (!(fields.at(-1) === '' && fields.at(-2) === '')) {
    const [data] = (await once(socket, 'data')) as [Buffer];
    text += data.toString();
    const [cwd = '', count = '', ...others] = text.split('\0');
    fields = [cwd, count, ...others].slice(Number(count) + 2);
  }
  const [cwd = '', count = '', ...others] = text.split('\0');
  const [name = '', ...argv] = others.slice(0, Number(count));
  const env = Object.fromEntries(fields.map((field) => field.split(/=(.*)/s, 2)));
  const { code, stdout, stderr } = await runCommand(name, argv, { env }, cwd);
  socket.end(`${code}\n${stdout}${stderr}`);
}

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** A temporary folder with the example scripts. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'touchstone-guide-'));

  readonly #options: { readonly spawns?: boolean };

  /** @param options `spawns` starts a process for each command, as changed features need, which a process reads once */
  constructor(options: { readonly spawns?: boolean } = {}) {
    this.#options = options;
    cpSync(packageFile('examples'), this.folder, { recursive: true });
    cpSync(packageFile('examples'), join(this.folder, 'examples'), { recursive: true });
  }

  /** Runs commands in a shell; `npx touchstone` runs this checkout's program. */
  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    const server = createServer(runSent).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const started = this.#options.spawns
      ? script
      : script.replaceAll(/^npx touchstone/gm, 'touchstone');
    const adapted = started.replaceAll('npx touchstone', '$TOUCHSTONE_COMMAND');
    const variables = { TOUCHSTONE_COMMAND: command, TOUCHSTONE_PORT: String(port) };
    const options = { cwd: this.folder, env: { ...process.env, ...variables, ...env } };
    const argv = ['-c', `set -euo pipefail\n${shellFunction}${adapted}`];
    return await new Promise((resolve) => {
      execFile('bash', argv, options, (error, out, err) => {
        server.close();
        resolve({ code: error === null ? 0 : Number(error.code), output: out + err });
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Reads the code blocks of a guide in one language, in order. */
export function readBlocks(guide: string, language: string): string[] {
  const text = readFileSync(packageFile('docs', guide), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...text.matchAll(fence)].map(([, block = '']) => block);
}
