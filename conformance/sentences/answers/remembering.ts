/** Sentences that remember values as `${name}`, and that record what the run must delete. */
import { isNumber } from '../../http/exact-number.js';
import { mismatch, type Place } from '../../mismatches/mismatch.js';
import { render } from '../../mismatches/mismatch-text.js';
import { aNumber } from '../../verdict/compare.js';
import { SuiteMistake, Violation } from '../../verdict/outcomes.js';
import { changed } from '../requests/changed-bodies.js';
import { demandHeader } from '../values/header-values.js';
import { demandJson, type Path, valueInAnswer } from '../values/json-path.js';
import type { RegExpTemplate } from '../values/regular-expressions.js';
import {
  asText,
  Bytes,
  fillTemplate,
  type JsonTemplate,
  Placeholder,
  parseTemplate,
  placeOfValue,
} from '../values/templates.js';
import {
  creationRule,
  recordDeletion,
  setDeletionHeader,
  setDeletionLogin,
} from '../world/recorded-deletions.js';
import type { ValueSource } from '../world/scenario-values.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence, sentenceWithText } from '../world/sentence.js';

/** @throws SuiteMistake for a name that a placeholder cannot have, or that is reserved */
export function demandName(name: string): void {
  const [sign] = /[:{}$]/.exec(name) ?? [];
  const isTaken = name === 'unique' || name === 'profile';
  const placeholder = `\${${name}}`;
  if (name === '') throw new SuiteMistake('A remembered value needs a name, which is not empty.');
  if (sign !== undefined) refuseName(name, `no name contains "${sign}"`);
  if (isTaken) refuseName(name, `${placeholder} has a value in every scenario`);
}

function refuseName(name: string, reason: string): never {
  throw new SuiteMistake(`The name "${name}" cannot be used: ${reason}.`);
}

/** Remembers a value under a name that a sentence gives. */
export function remember(
  world: ScenarioWorld,
  name: string,
  value: unknown,
  source: ValueSource = 'suite',
): void {
  demandName(name);
  world.remember(name, value, source);
}

/** The source of a filled template's beginning, which decides where a path in it begins. */
function sourceOf(template: JsonTemplate, world: ScenarioWorld): ValueSource {
  const text = typeof template === 'string' ? template : '';
  const [, first = ''] = /^\$\{([^}]*)\}/.exec(text) ?? [];
  const name = template instanceof Placeholder ? template.name : first;
  return world.isFromAnswer(name) ? 'answer' : 'suite';
}

const keeping: readonly Sentence[] = [
  sentence('I remember {jsonpath} as {string}', (world, path: Path, name: string) => {
    remember(world, name, valueInAnswer(path, world), 'answer');
  }),
  sentence('I remember the endpoint {jsonpath} as {string}', (world, path: Path, name: string) => {
    remember(world, name, valueInAnswer(path, world), 'endpoint');
  }),
  sentence('I remember the header {header} as {string}', (world, header: string, name: string) => {
    remember(world, name, demandHeader(world.answer.response, header), 'answer');
  }),
  sentence('I remember the status as {string}', (world, name: string) => {
    remember(world, name, world.answer.response.status);
  }),
  sentence('I remember the body as {string}', (world, name: string) => {
    remember(world, name, demandJson(world.answer.response), 'answer');
  }),
  sentence('I remember the text of the body as {string}', (world, name: string) => {
    remember(world, name, world.answer.response.body, 'answer');
  }),
  sentence('I remember {json} as {string}', (world, template: JsonTemplate, name: string) => {
    remember(world, name, fillTemplate(template, world), sourceOf(template, world));
  }),
  sentenceWithText(
    'I remember the text as {string}(:)',
    (world, name: string, text: string) => {
      remember(world, name, world.fill(text), sourceOf(text, world));
    },
    'no JSON',
  ),
  sentenceWithText('I remember as {string}(:)', (world, name: string, text: string) => {
    const template = parseTemplate(text);
    remember(world, name, fillTemplate(template, world), sourceOf(template, world));
  }),
];

/** The place of a value in a sentence. */
export function placeIn(template: JsonTemplate): Place {
  return placeOfValue(template instanceof Placeholder ? template.name : 'the text');
}

/**
 * A number in a sentence; a header may contain its digits.
 *
 * @throws Violation when a value of an answer is not a number, SuiteMistake for one in the sentence
 */
function numberIn(template: JsonTemplate, world: ScenarioWorld): number {
  const value = fillTemplate(template, world);
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  if (!(template instanceof Placeholder) || isNumber(value)) {
    throw new SuiteMistake(`${render(value)} is not a number, or too large for a sum.`);
  }
  throw new Violation([mismatch(placeIn(template), aNumber.expected, value)]);
}

/**
 * The first group of a regular expression in a text, or the whole match.
 *
 * @throws Violation when nothing matches
 */
function extract(given: RegExpTemplate, template: JsonTemplate, world: ScenarioWorld): string {
  const text = asText(fillTemplate(template, world));
  const expression = given.fill(world);
  const [whole, group] =
    new RegExp(expression, expression.flags.replace(/[gy]/g, '')).exec(text) ?? [];
  if (whole !== undefined) return group ?? whole;
  throw new Violation([mismatch(placeIn(template), `a text that matches ${expression}`, text)]);
}

const computing: readonly Sentence[] = [
  sentence(
    'I remember what {regexp} finds in {json} as {string}',
    (world, expression: RegExpTemplate, template: JsonTemplate, name: string) => {
      remember(world, name, extract(expression, template, world), sourceOf(template, world));
    },
  ),
  sentence(
    'I remember {json} in which {jsonpath} is {json} as {string}',
    (world, body: JsonTemplate, member: Path, value: JsonTemplate, name: string) => {
      const filled = fillTemplate(body, world);
      remember(world, name, changed(filled, member, fillTemplate(value, world), world));
    },
  ),
  sentence(
    'I remember {json} without {jsonpath} as {string}',
    (world, body: JsonTemplate, member: Path, name: string) => {
      remember(world, name, changed(fillTemplate(body, world), member, undefined, world));
    },
  ),
  sentence(
    'I remember {json} plus {json} as {string}',
    (world, first: JsonTemplate, second: JsonTemplate, name: string) => {
      remember(world, name, numberIn(first, world) + numberIn(second, world));
    },
  ),
  sentence(
    'I remember {json} minus {json} as {string}',
    (world, first: JsonTemplate, second: JsonTemplate, name: string) => {
      remember(world, name, numberIn(first, world) - numberIn(second, world));
    },
  ),
];

/** The longest text or bytes that a sentence makes. */
const longestMade = 64 * 1024 * 1024;

/** A text, or bytes when one of the parts is bytes. */
function join(parts: readonly unknown[]): string | Bytes {
  if (!parts.some((part) => part instanceof Bytes)) return parts.map(asText).join('');
  return new Bytes(
    Buffer.concat(
      parts.map((part) => (part instanceof Bytes ? part.data : Buffer.from(asText(part)))),
    ),
  );
}

/** @throws SuiteMistake when the result is too long */
function repeat(value: unknown, count: number): string | Bytes {
  const length = value instanceof Bytes ? value.data.length : Buffer.byteLength(asText(value));
  if (length * count > longestMade) {
    throw new SuiteMistake(`${length * count} bytes are too many; ${longestMade} are possible.`);
  }
  if (!(value instanceof Bytes)) return asText(value).repeat(count);
  return new Bytes(Buffer.alloc(length * count, value.data));
}

/** @throws SuiteMistake when the text is longer already */
function pad(text: string, length: number): string {
  const missing = length - [...text].length;
  if (missing >= 0) return text + 'a'.repeat(missing);
  throw new SuiteMistake(
    `The text has ${length - missing} characters, which is more than ${length}.`,
  );
}

const making: readonly Sentence[] = [
  sentence(
    'I remember {json} followed by {json} as {string}',
    (world, first: JsonTemplate, second: JsonTemplate, name: string) => {
      const parts = [first, second].map((one) => fillTemplate(one, world));
      remember(world, name, join(parts), sourceOf(first, world));
    },
  ),
  sentence(
    'I remember {json} repeated {int} time(s) as {string}',
    (world, template: JsonTemplate, count: number, name: string) => {
      remember(world, name, repeat(fillTemplate(template, world), count));
    },
  ),
  sentence(
    'I remember {json} padded to {int} character(s) as {string}',
    (world, template: JsonTemplate, length: number, name: string) => {
      const text = asText(fillTemplate(template, world));
      remember(world, name, pad(text, length), sourceOf(template, world));
    },
  ),
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

/** The sentence for the headers of deletions. */
export const deletionHeader = 'clean-ups have the header {header} {json}';

/** The sentence for the login before deletions. */
export const deletionLogin =
  'clean-ups log in with {method} {path} {json} and have the header {header} {json}';

/** A text with placeholders that are filled later. */
const laterText = (value: JsonTemplate) =>
  value instanceof Placeholder ? `\${${value.name}}` : asText(value);

const deletionHeaders: readonly Sentence[] = [
  sentence(
    deletionLogin,
    (
      world,
      method: string,
      path: string,
      json: JsonTemplate,
      name: string,
      value: JsonTemplate,
    ) => {
      setDeletionLogin(world, { method, path, json, header: { name, text: laterText(value) } });
    },
  ),
  sentence(deletionHeader, (world, name: string, value: JsonTemplate) => {
    setDeletionHeader(world, name, laterText(value));
  }),
];

export const remembering: readonly Sentence[] = [
  ...keeping,
  ...computing,
  ...making,
  ...cleaning,
  ...deletionHeaders,
];
