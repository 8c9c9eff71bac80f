/** Runs all commands of the README in order in a fresh copy of the project. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../kit/free-port.js';
import { isFull } from './extent.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const notCopied = new Set(['node_modules', 'dist', '.git']);

/** The shell blocks of the README, by the heading above them. */
function readBlocks(): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  for (const section of readFileSync(join(root, 'README.md'), 'utf8').split(/^## /m).slice(1)) {
    const heading = section.slice(0, section.indexOf('\n'));
    const commands = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
    if (commands.length > 0) blocks.set(heading, commands);
  }
  return blocks;
}

function copyProject(target: string): void {
  cpSync(root, target, {
    recursive: true,
    filter: (path) =>
      !notCopied.has(basename(path)) &&
      !path.includes('.sqlite3') &&
      relative(root, path) !== join('docs', 'site') &&
      !/^reports\/(?!README|report\.schema)./.test(relative(root, path)),
  });
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
}

const blocks = readBlocks();
const project = mkdtempSync(join(tmpdir(), 'touchstone-readme-'));
let port = 0;
let server: ChildProcess | undefined;

/** Skips the installation of dependencies and uses a free port. */
function adapt(command: string): string {
  return command
    .replace(/^npm ci && /gm, '')
    .replace(/^npm start$/gm, `exec node bin/touchstone.js serve --port ${port}`)
    .replaceAll('127.0.0.1:7001', `127.0.0.1:${port}`);
}

async function run(command: string): Promise<string> {
  const script = `set -euo pipefail\n${adapt(command)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: project });
  return stdout;
}

function start(command: string): Promise<void> {
  const child = spawn('bash', ['-c', adapt(command)], { cwd: project });
  server = child;
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('http://') && resolve());
    child.stderr.on('data', (text: Buffer) => reject(new Error(String(text))));
  });
}

function block(heading: string, index: number): string {
  const command = blocks.get(heading)?.[index];
  if (command === undefined)
    throw new Error(`README.md has no shell block ${index} under "${heading}".`);
  return command;
}

beforeAll(async () => {
  port = await findFreePort();
  copyProject(project);
  // Another test checks the reference server as a whole.
  if (!isFull) writeFileSync(join(project, 'touchstone.config.yaml'), 'only: users.*\n');
});

afterAll(() => {
  server?.kill('SIGTERM');
  rmSync(project, { recursive: true });
});

describe('README', () => {
  it('has only the commands tested here', () => {
    const counts = Object.fromEntries([...blocks].map(([heading, list]) => [heading, list.length]));
    expect(counts).toEqual({
      Start: 2,
      'Check your own API': 2,
      'Check your own server': 1,
      'Run the scripts': 3,
      'Read the API': 1,
    });
    // The second block of "Start" cannot run here: it runs all tests, including this one.
    expect(block('Start', 1)).toBe('npm ci && npm test\n');
  });

  it('checks the reference server and writes a report', async () => {
    expect(await run(block('Start', 0))).toContain('conforms');
    expect(existsSync(join(project, 'reports/report.html'))).toBe(true);
  });

  it('serves the project basic, creates keys and checks that server', async () => {
    await start(block('Run the scripts', 0));
    const [keys, check] = [block('Run the scripts', 1), block('Check your own server', 0)];
    const output = await run(`${keys}\n${check}`);
    expect(output).toContain('"name":"Touchstone"');
    expect(output).toContain('"total":1');
    expect(output).toContain('conforms');
  });

  it('runs a Wren program', async () => {
    expect(await run(block('Run the scripts', 2))).toBe('Hello, world!\nHello, Wren!\n');
  });

  it('builds the API documentation', async () => {
    await run(block('Read the API', 0));
    expect(existsSync(join(project, 'docs/site/index.html'))).toBe(true);
  });
});
