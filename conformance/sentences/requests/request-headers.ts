/** Sentences that set headers and credentials of later requests. */
import type { DataTable } from '../../scenarios/step-parameters.js';
import { suiteFileOf } from '../../suite/load-suite.js';
import type { CredentialDescription, Suite } from '../../suite/suite.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
import { asText, fillTemplate, type JsonTemplate } from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { pairsOf, type Sentence, sentence, sentenceWithTable } from '../world/sentence.js';

type RequestHeader = NonNullable<CredentialDescription['header']>;

/** The patterns of the sentences that set one header, and those in a table. */
export const [oneHeader, headersBelow] = [
  'I set the header {header} to {json}',
  'I set the headers(:)',
];

const authorization = 'Authorization';

function textOf(template: JsonTemplate, world: ScenarioWorld): string {
  return asText(fillTemplate(template, world));
}

/**
 * The header that `suite.yaml` states for a credential.
 *
 * @throws SuiteMistake when there is no such credential, or no header for it
 */
export function headerFor(name: string, suite: Suite): RequestHeader {
  const description = suite.credentials.find((one) => one.name === name);
  const file = suiteFileOf(suite);
  if (description === undefined) throw new SuiteMistake(`${file} has no credential "${name}".`);
  const { header } = description;
  if (header === undefined) {
    throw new SuiteMistake(
      `${file} does not say in which header "${name}" is sent (credentials.${name}.header).`,
    );
  }
  return header;
}

function applyCredential(world: ScenarioWorld, name: string): void {
  const header = headerFor(name, world.run.suite);
  const value = world.credential(name);
  world.setHeader(
    header.name,
    header.value.replaceAll('${value}', () => value),
  );
}

function dropCredentials(world: ScenarioWorld): void {
  const names = world.run.suite.credentials.flatMap(({ header }) => header?.name ?? []);
  for (const name of [authorization, ...names]) world.setHeader(name, undefined);
}

export const requestHeaders: readonly Sentence[] = [
  sentence(oneHeader, (world, name: string, value: JsonTemplate) => {
    world.setHeader(name, textOf(value, world));
  }),
  sentenceWithTable(headersBelow, (world, table: DataTable) => {
    for (const [name, value] of pairsOf(table)) world.setHeader(name, world.fill(value));
  }),
  sentence('I drop the header {header}', (world, name: string) => {
    world.setHeader(name, undefined);
  }),
  sentence('I use the credential {credential}', applyCredential),
  sentence('I use no credential', dropCredentials),
  sentence('I use {json} as bearer token', (world, token: JsonTemplate) => {
    world.setHeader(authorization, `Bearer ${textOf(token, world)}`);
  }),
  sentence(
    'I use the user {json} with the password {json}',
    (world, user: JsonTemplate, password: JsonTemplate) => {
      const pair = Buffer.from(`${textOf(user, world)}:${textOf(password, world)}`);
      world.setHeader(authorization, `Basic ${pair.toString('base64')}`);
    },
  ),
];
