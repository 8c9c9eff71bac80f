/** Sentences that remember values as `${name}`, and that record what the run must delete. */
import { SuiteMistake } from '../outcomes.js';
import { creationRule, recordDeletion } from './clean-up.js';
import { demandHeader } from './header-values.js';
import { demandJson, type Path, valueInAnswer } from './json-path.js';
import type { ScenarioWorld } from './scenario-world.js';
import { type Sentence, sentence, sentenceWithText } from './sentence.js';
import { fillTemplate, type JsonTemplate, parseTemplate } from './templates.js';

const reserved = /^(?:unique|profile)$|[:{}$]|^$/;

/** @throws SuiteMistake for a name that a placeholder cannot have, or that is reserved */
export function demandName(name: string): void {
  if (!reserved.test(name)) return;
  throw new SuiteMistake(
    `The name "${name}" cannot be used: it is empty, reserved, or contains : { } or $.`,
  );
}

function remember(world: ScenarioWorld, name: string, value: unknown): void {
  demandName(name);
  world.remember(name, value);
}

const keeping: readonly Sentence[] = [
  sentence('I remember {jsonpath} as {string}', (world, path: Path, name: string) => {
    remember(world, name, valueInAnswer(path, world));
  }),
  sentence('I remember the header {header} as {string}', (world, header: string, name: string) => {
    remember(world, name, demandHeader(world.answer.response, header));
  }),
  sentence('I remember the status as {string}', (world, name: string) => {
    remember(world, name, world.answer.response.status);
  }),
  sentence('I remember the body as {string}', (world, name: string) => {
    remember(world, name, demandJson(world.answer.response));
  }),
  sentence('I remember the text of the body as {string}', (world, name: string) => {
    remember(world, name, world.answer.response.body);
  }),
  sentence('I remember {json} as {string}', (world, template: JsonTemplate, name: string) => {
    remember(world, name, fillTemplate(template, world));
  }),
  sentenceWithText('I remember as {string}(:)', (world, name: string, text: string) => {
    remember(world, name, fillTemplate(parseTemplate(text), world));
  }),
];

const cleaning: readonly Sentence[] = [
  sentence('I clean up with {method} {path}', (world, method: string, path: string) => {
    recordDeletion({ method, path }, world);
  }),
  sentence(
    'I clean up with {method} {path}, shown by GET {path}',
    (world, method: string, path: string, shownBy: string) => {
      recordDeletion({ method, path, shownBy }, world);
    },
  ),
  sentence(
    'what {method} {path} creates is cleaned up with {method} {path}',
    (world, method: string, path: string, deleting: string, created: string) => {
      world.watchCreations(creationRule(method, path, { method: deleting, path: created }));
    },
  ),
  sentence(
    'what {method} {path} creates is cleaned up with {method} {path}, shown by GET {path}',
    (world, method: string, path: string, deleting: string, created: string, shownBy: string) => {
      const deletion = { method: deleting, path: created, shownBy };
      world.watchCreations(creationRule(method, path, deletion));
    },
  ),
];

export const remembering: readonly Sentence[] = [...keeping, ...cleaning];
