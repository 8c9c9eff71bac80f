import { ownMember } from '../kit/collections.js';
import type { CommandMain, Environment } from '../kit/environment.js';
import { packageVersion } from '../kit/package-root.js';

interface CommandEntry {
  readonly description: string;
  /** Loads the command on use, without the libraries of the others. */
  readonly load: () => Promise<{ readonly main: CommandMain }>;
}

const commands: Readonly<Record<string, CommandEntry>> = {
  check: {
    description: 'check a server against its specification',
    load: () => import('./check.js'),
  },
  clean: {
    description: 'delete the rows that a check left behind',
    load: () => import('./clean.js'),
  },
  compare: {
    description: 'compare the results of several checks',
    load: () => import('./compare.js'),
  },
  init: {
    description: 'create a suite, from an OpenAPI description if given',
    load: () => import('./init.js'),
  },
  lint: {
    description: 'find mistakes and gaps in a suite',
    load: () => import('./lint.js'),
  },
  prove: {
    description: 'plant faults between a suite and a sound server, and name those that survive',
    load: () => import('./prove.js'),
  },
  replay: {
    description: 'judge a failed requirement of a saved result again',
    load: () => import('./replay.js'),
  },
  site: {
    description: 'build public pages from the results of many implementations',
    load: () => import('./site.js'),
  },
  serve: {
    description: 'run the reference server on a project of scripts',
    load: () => import('./serve.js'),
  },
  new: {
    description: 'create a small project of scripts',
    load: () => import('./new.js'),
  },
  key: {
    description: "create, list and revoke API keys in a project's database",
    load: () => import('./key.js'),
  },
  token: {
    description: "create, list and revoke bearer tokens in a project's database",
    load: () => import('./token.js'),
  },
  wren: {
    description: 'run a Wren file, or start an interactive session',
    load: () => import('./wren/wren.js'),
  },
  docs: {
    description: 'build the API documentation as a static site',
    load: () => import('./docs.js'),
  },
};

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const rows = Object.entries(commands).map(
    ([name, { description }]) => `  ${name.padEnd(width)}  ${description}`,
  );
  return [
    'Usage: touchstone <command> [options]',
    '',
    'Commands:',
    ...rows,
    '',
    'Run "touchstone <command> --help" for the options of a command.',
    '',
  ].join('\n');
}

/**
 * Runs one command and resolves to its exit code: 0 success, 2 for a command that does not
 * exist, otherwise what the command documents.
 */
export async function main(environment: Environment): Promise<number> {
  const [name, ...argv] = environment.argv;
  if (name === 'help' && argv.length > 0)
    return main({ ...environment, argv: [...argv, '--help'] });
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const stream = name === undefined ? environment.stderr : environment.stdout;
    stream.write(usage());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    environment.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const command = ownMember(commands, name);
  if (command === undefined) {
    environment.stderr.write(`touchstone: unknown command "${name}"\n\n${usage()}`);
    return 2;
  }
  const { main: run } = await command.load();
  return run({ ...environment, argv });
}
