/** `touchstone init`: writes a suite to start from. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { createCommand, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { packageFile } from '../../kit/package-root.js';
import { systemReason } from '../../kit/system-reason.js';
import { UsageError } from '../../kit/usage-error.js';
import { countOf } from '../../kit/words.js';
import { makeCredentials } from './credentials.js';
import { type ApiDescription, readDescription } from './description.js';
import { exampleRequirements } from './example-suite.js';
import { planRequirements } from './scenarios.js';
import { type NewSuite, renderSuite } from './suite-files.js';

const epilogue = `
With an OpenAPI description (3.0 or 3.1) it has a requirement and a scenario
for every operation and documented status; without one, two requirements that
show how it is done. No file is ever overwritten.

Exit codes:
  0  the suite is written
  2  wrong usage, or a file that is there already; then nothing is written

Example:
  touchstone init my-suite --openapi openapi.yaml
  touchstone check --suite my-suite --base-url http://127.0.0.1:8080`;

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone init', environment)
    .description('Writes a suite that runs at once.')
    .argument('<dir>', 'the folder to write it to')
    .option('--openapi <file>', 'the OpenAPI description of the API')
    .addHelpText('after', epilogue);
  return await runCommand(command, environment, async () => {
    const [given = ''] = command.args;
    const { openapi } = command.opts<{ openapi?: string }>();
    const folder = resolve(environment.cwd, given);
    const schemas = findSchemas(folder);
    const suite =
      openapi === undefined
        ? exampleSuite(basename(folder), schemas)
        : suiteFor(await readDescription(resolve(environment.cwd, openapi)), openapi, schemas);
    writeNew(folder, given, filesOf(suite));
    environment.stdout.write(describeSuite(suite, given));
    return 0;
  });
}

/**
 * Where the schemas of the files are, seen from the suite: in the package, when it is installed in a
 * folder around it, so that they are those of its version; otherwise beside the files.
 */
function findSchemas(folder: string): string {
  for (let around = folder; ; around = dirname(around)) {
    const schemas = join(around, 'node_modules', 'touchstone', 'spec');
    if (existsSync(join(schemas, schemaNames[0]))) return `${relative(folder, schemas)}/`;
    if (around === dirname(around)) return '';
  }
}

const schemaNames = ['suite.schema.json', 'requirements.schema.json'] as const;

function exampleSuite(name: string, schemas: string): NewSuite {
  return {
    ...{ title: name, version: '1', credentials: [], requirements: exampleRequirements, schemas },
    ...{ openapi: undefined, origin: undefined },
  };
}

/** @throws UsageError when there is nothing to check */
function suiteFor(api: ApiDescription, file: string, schemas: string): NewSuite {
  const credentials = makeCredentials(api.schemes);
  const requirements = planRequirements(api, credentials);
  if (requirements.length === 0) {
    throw new UsageError(`${file}: the description has no operation with a documented status.`);
  }
  const isYaml = api.source !== undefined && extname(file) !== '.json';
  const name = isYaml ? 'openapi.yaml' : 'openapi.json';
  return {
    ...{ title: api.title, version: api.version, requirements, schemas, origin: file },
    credentials: [...credentials.values()],
    openapi: { name, text: api.source ?? JSON.stringify(api.document, undefined, 2) },
  };
}

function filesOf(suite: NewSuite): ReadonlyMap<string, string> {
  const files = new Map(renderSuite(suite));
  for (const name of suite.schemas === '' ? schemaNames : []) {
    files.set(name, readFileSync(packageFile('spec', name), 'utf8'));
  }
  return files;
}

/** @throws UsageError, before anything is written, when one of the files is there already */
function writeNew(folder: string, given: string, files: ReadonlyMap<string, string>): void {
  const taken = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  const [first] = taken;
  if (first !== undefined) {
    const others =
      taken.length === 1 ? '' : `, and ${countOf(taken.length - 1, 'other file')} with it`;
    throw new UsageError(`${join(given, first)} is there already${others}; nothing was written.`);
  }
  try {
    for (const [name, text] of files) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    }
  } catch (error) {
    throw new UsageError(`${given}: the suite cannot be written: ${systemReason(error)}.`);
  }
}

function describeSuite({ requirements, credentials }: NewSuite, folder: string): string {
  const unfinished = requirements.filter((one) => one.unfinished !== undefined).length;
  const options = credentials.map(({ name }) => ` --${name} VALUE`).join('');
  const waiting =
    unfinished === 0
      ? ''
      : ` ${countOf(unfinished, 'scenario')} of them waiting to be finished (@todo).`;
  return `Wrote ${countOf(requirements.length, 'requirement')} to ${folder}.${waiting}

  touchstone check --suite ${folder} --base-url URL${options}
  touchstone lint ${folder}
`;
}
