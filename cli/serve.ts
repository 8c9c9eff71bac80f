/** `touchstone serve [project]`: runs the reference server until it is stopped. */
import { relative, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { countParser, createCommand, parseText, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { untilStopped } from '../kit/stop.js';
import {
  createLogOutput,
  type Database,
  databaseOf,
  defaultHost,
  defaultLimits,
  defaultPort,
  isAddress,
  locateProject,
  type ProjectFiles,
  type RunningServer,
  shippedProject,
  start,
} from '../reference-server/index.js';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly db?: string;
  readonly allowNewerDatabase?: boolean;
  readonly dev?: boolean;
  readonly logRequests?: boolean;
  readonly workers: number;
  readonly pool: number;
  readonly wait: number;
}

const mostPort = 65_535;
const mostWorkers = 64;
const mostConnections = 1_000;
const longestWait = 86_400;

const description =
  'Serves a project, a folder of Wren scripts: api/<name>.wren answers /api/<name>. ' +
  'Writes its log to stderr as JSON lines, with --dev as text. ' +
  'Exit code 0 after a stop, 1 when a migration fails, 2 when it cannot start.';

const examples = `
Examples:
  touchstone serve                     the shipped project "basic" on port 7001
  touchstone serve ./shop --dev        a project under development
  touchstone serve ./shop --workers 4  four processes, for a machine with four cores
  touchstone serve --port 0 --db /tmp/try.sqlite3
  touchstone serve ./shop --db postgres://shop@db.example.com/shop --wait 30
`;

/** Rejects SQLite's in-memory database: neither workers nor `touchstone key` could share it. */
function parseDatabase(file: string): string {
  if (file !== ':memory:') return parseText(file);
  throw new InvalidArgumentError('It must be a file.');
}

/** The name of a database relative to `cwd`, where it lies below. */
function displayName({ engine, name }: Database, cwd: string): string {
  const path = engine === 'sqlite' ? relative(cwd, name) : name;
  return path.startsWith('..') ? name : path;
}

/** The kinds of credentials; the first one whose table a project has is shown at start. */
const credentialKinds = [
  { table: 'sessions', label: 'token', command: 'token', defaultProject: 'bearer' },
  { table: 'api_keys', label: 'API key', command: 'key', defaultProject: 'basic' },
] as const;

/** Endpoints shown at start, at most. */
const mostEndpoints = 20;

function listEndpoints({ endpoints }: ProjectFiles): string {
  const paths = [...endpoints.keys()].sort();
  if (paths.length === 0) return 'none: api/<name>.wren is missing';
  const rest = paths.length - mostEndpoints;
  const shown = paths.slice(0, mostEndpoints);
  return (rest > 0 ? [...shown, `and ${rest} more`] : shown).join('  ');
}

/** Whether the project serves the endpoints that the API documentation describes. */
function isDescribed({ endpoints }: ProjectFiles): boolean {
  return endpoints.has('/api/users') && endpoints.has('/api/products');
}

/** The command that creates credentials for clients, with its label. */
async function describeCredentials(database: Database, cwd: string): Promise<string[][]> {
  for (const { table, label, command, defaultProject } of credentialKinds) {
    if ((await database.columnsOf(table)).size === 0) continue;
    const isDefault = database.name === databaseOf(shippedProject(defaultProject), cwd).file;
    const option = isDefault ? '' : ` --db ${displayName(database, cwd)}`;
    return [[label, `npx touchstone ${command} create${option}`]];
  }
  return [];
}

/** The lines printed when the server has started. */
async function describe(server: RunningServer, cwd: string, dev: boolean): Promise<string> {
  const { url, project, database } = server;
  const rows = [
    ['database', displayName(database, cwd)],
    ['endpoints', listEndpoints(project)],
  ];
  if (dev && isDescribed(project)) rows.push(['API docs', `${url}/docs/`]);
  rows.push(...(await describeCredentials(database, cwd)));
  const lines = rows.map(([name, value]) => `  ${name?.padEnd(11)}${value}`);
  return [`Serving the project "${project.name}" at ${url}`, ...lines, ''].join('\n');
}

async function serveUntilStopped(
  environment: Environment,
  argument: string | undefined,
  options: ServeOptions,
): Promise<void> {
  const { host, port, db, dev = false, logRequests = dev, workers, pool, wait } = options;
  const { cwd, stdout, stderr, signal } = environment;
  const logFormat = dev ? 'text' : 'json';
  let isStopped = false;
  const stopped = untilStopped(signal).then(() => {
    isStopped = true;
  });
  const server = await start({
    stopped,
    project: locateProject(argument, cwd),
    cwd,
    host,
    port,
    dev,
    workers,
    allowNewerDatabase: options.allowNewerDatabase,
    limits: { databaseConnections: pool },
    startWait: wait * 1_000,
    log: createLogOutput(stderr, logFormat),
    logFormat,
    logRequests,
    ...(db === undefined ? {} : { database: isAddress(db) ? db : resolve(cwd, db) }),
  }).catch((error: unknown) => {
    if (!isStopped) throw error;
  });
  if (!server) return;
  stdout.write(await describe(server, cwd, dev));
  await stopped;
  await server.close();
}

/** Resolves to the exit code when the server has stopped; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone serve', environment)
    .description(description)
    .argument('[project]', 'a folder, or the name of a shipped project (default: basic)', parseText)
    .option('--host <address>', 'the address to listen on', parseText, defaultHost)
    .option(
      '--port <number>',
      'the port to listen on, 0 for any free one',
      countParser(0, mostPort),
      defaultPort,
    )
    .option(
      '--db <database>',
      "a file, or postgres://… (default: the project's _db.sqlite3; for a shipped project, " +
        '<name>.sqlite3 in the current folder)',
      parseDatabase,
    )
    .option(
      '--allow-newer-database',
      'serve a database that a later release of the project has migrated (default with --dev)',
    )
    .option(
      '--dev',
      'reload changed scripts, show their faults to the client, and serve the API documentation ' +
        'of users and products at /docs/',
    )
    .option('--log-requests', 'log every request (default with --dev)')
    .option('--workers <number>', 'the number of processes', countParser(1, mostWorkers), 1)
    .option(
      '--pool <number>',
      'maximum number of PostgreSQL connections per process',
      countParser(1, mostConnections),
      defaultLimits.databaseConnections,
    )
    .option(
      '--wait <seconds>',
      'how long to wait for PostgreSQL to accept connections',
      countParser(0, longestWait),
      0,
    )
    .addHelpText('after', examples)
    .action((project: string | undefined, options: ServeOptions) =>
      serveUntilStopped(environment, project, options),
    );
  return runCommand(command, environment);
}
