/** Writes a new suite. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { systemReason, UsageError } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { commandOf, type ProgramCall, usualCall } from '../../kit/program.js';
import { countOf, quoteWord } from '../../kit/words.js';
import { derive } from '../derive/derive.js';
import { type ApiDescription, describeApi } from '../derive/description/description.js';
import { givenOf } from '../derive/resources/credentials.js';
import type { PlannedRequirement, PlannedStep } from '../derive/scenarios/model.js';
import { type NewSuite, renderSuite } from './suite-files.js';

/** The location of a new suite, and its source. */
export interface NewSuiteInput {
  /** The folder as the operator gave it, and the folder that relative paths start from. */
  readonly folder: string;
  readonly cwd: string;
  /** The file of an OpenAPI description as the operator gave it; undefined for an example suite. */
  readonly openapi: string | undefined;
  /** How the operator called the program. Default: `npx touchstone`. */
  readonly call?: ProgramCall | undefined;
  /** Options of the harness, which no credential may be named after. */
  readonly takenOptions: readonly string[];
}

/**
 * Writes a suite that runs immediately. Existing files are never overwritten.
 *
 * @returns the message for the operator
 * @throws UsageError when a file exists or cannot be written, or the description cannot be used
 */
export async function writeSuite(input: NewSuiteInput): Promise<string> {
  const { folder: given, cwd, openapi, call } = input;
  const folder = resolve(cwd, given);
  const schemas = findSchemas(folder);
  const api = openapi === undefined ? undefined : describeApi(resolve(cwd, openapi));
  const suite =
    openapi === undefined || api === undefined
      ? exampleSuite(basename(folder), schemas)
      : suiteFor(api, openapi, schemas, input);
  writeNew(folder, given, filesOf(suite));
  const notes = (api?.broken ?? []).map((one) => `${one}\n`).join('');
  return notes + describeSuite(suite, given, call);
}

/**
 * The path from the suite to the schemas: in an installed package in a parent folder, so that both
 * have the same version; otherwise beside the files.
 */
function findSchemas(folder: string): string {
  for (let around = folder; ; around = dirname(around)) {
    const schemas = join(around, 'node_modules', 'touchstone', 'spec');
    if (existsSync(join(schemas, schemaNames[0]))) return `${relative(folder, schemas)}/`;
    if (around === dirname(around)) return '';
  }
}

const schemaNames = ['suite.schema.json', 'requirements.schema.json'] as const;

const exampleTag = 'First requirements';

/** The requirements of a suite without an OpenAPI description, which its author replaces. */
const exampleRequirements: readonly PlannedRequirement[] = [
  exampleRequirement('home.read.success', 'GET / succeeds.', 'The home page is there', [
    { kind: 'When', text: 'I send GET /' },
    { kind: 'Then', text: 'the status is a success' },
  ]),
  exampleRequirement(
    'home.unknown.status',
    'A request for an unknown path is answered with 404.',
    'An unknown path',
    [
      { kind: 'When', text: `I send GET /${'$'}{unique}` },
      { kind: 'Then', text: 'the status is 404' },
    ],
  ),
];

function exampleRequirement(
  id: string,
  statement: string,
  title: string,
  steps: readonly PlannedStep[],
): PlannedRequirement {
  return {
    ...{ id, statement, kind: 'answers', section: '1', level: 'must', tag: exampleTag },
    ...{
      needs: [],
      families: [],
      exercises: [],
      scenarios: [{ title, tags: [], steps }],
      unfinished: undefined,
    },
  };
}

function exampleSuite(name: string, schemas: string): NewSuite {
  return {
    ...{ title: name, version: '1', credentials: [], requirements: exampleRequirements, schemas },
    ...{ openapi: undefined, origin: undefined, excludedStatuses: [], options: [] },
    resources: [],
    sections: new Map([['1', exampleTag]]),
  };
}

/** @throws UsageError when the description has nothing to check */
function suiteFor(
  api: ApiDescription,
  file: string,
  schemas: string,
  { takenOptions }: NewSuiteInput,
): NewSuite {
  const derivation = derive(api, { takenOptions });
  const { requirements } = derivation;
  if (requirements.length === 0) {
    throw new UsageError(`${file}: the description has no operation with a documented status.`);
  }
  const isYaml = api.source !== undefined && extname(file) !== '.json';
  const name = isYaml ? 'openapi.yaml' : 'openapi.json';
  return {
    ...{ title: api.title, version: api.version, requirements, schemas, origin: file },
    credentials: derivation.credentials,
    options: derivation.options,
    resources: derivation.resources,
    excludedStatuses: derivation.excludedStatuses,
    sections: derivation.sections,
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

/** @throws UsageError when a file exists, before anything is written */
function writeNew(folder: string, given: string, files: ReadonlyMap<string, string>): void {
  const taken = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  const [first] = taken;
  if (first !== undefined) {
    const others =
      taken.length === 1 ? '' : `, and ${countOf(taken.length - 1, 'other file')} with it`;
    throw new UsageError(`${join(given, first)} exists already${others}; nothing was written.`);
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

function describeSuite(
  { requirements, credentials, options }: NewSuite,
  folder: string,
  call = usualCall,
): string {
  const unfinished = requirements.filter((one) => one.unfinished !== undefined).length;
  const given = givenOf(credentials)
    .map(({ name }) => ` --${name} VALUE`)
    .join('');
  const further = options.length === 0 ? '' : ' …';
  const waiting =
    unfinished === 0
      ? ''
      : ` ${countOf(unfinished, 'scenario')} ${unfinished === 1 ? 'is' : 'are'} unfinished (@todo).`;
  const word = quoteWord(folder);
  return `Wrote ${countOf(requirements.length, 'requirement')} to ${folder}.${waiting}

  ${commandOf(call, 'check', `--suite ${word} --base-url URL${given}${further}`)}
  ${commandOf(call, 'lint', word)}
${options.length === 0 ? '' : `\nOptions for what the description does not show are in the parameters of suite.yaml.\n`}`;
}
