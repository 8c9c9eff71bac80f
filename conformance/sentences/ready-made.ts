/**
 * The list of all ready-made sentences (`docs/sentences.md` has an example of each), and the
 * sentences that contain another sentence: they wait until it holds, make it a condition, or record
 * whether it holds.
 */

import type { Argument } from '@cucumber/cucumber-expressions';
import { countOf } from '../../kit/words.js';
import { withPlaceholders } from '../creations/marker.js';
import { isNumber } from '../http/exact-number.js';
import { headerOf, jsonOf } from '../http/exchange.js';
import { isObject } from '../http/json.js';
import { condition, differing, inAnswer, inWords, type Mismatch } from '../mismatches/mismatch.js';
import { render, textOf } from '../mismatches/mismatch-text.js';
import { defineParameterType, Given, StepCollection } from '../scenarios/step-definitions.js';
import type { DataTable } from '../scenarios/step-parameters.js';
import { NotApplicable, SuiteMistake, Violation } from '../verdict/outcomes.js';
import { answerHeaders, mediaTypeOf } from './answers/answer-headers.js';
import { answers } from './answers/answers.js';
import { bytes, rememberingBytes } from './answers/bytes.js';
import { generatedRequests } from './answers/generated-requests.js';
import { jsonValues } from './answers/json-values.js';
import { lists } from './answers/lists.js';
import { rememberedValues } from './answers/remembered-values.js';
import { remembering } from './answers/remembering.js';
import { eventStreams } from './requests/event-streams.js';
import { pages } from './requests/pages.js';
import { requestHeaders } from './requests/request-headers.js';
import { blockWithoutValues, requests } from './requests/requests.js';
import { demandJson, type Path } from './values/json-path.js';
import { parameterTypes } from './values/parameter-types.js';
import { pathOf } from './values/templates.js';
import { ScenarioWorld } from './world/scenario-world.js';
import { type Sentence, sentence, sentencesIn, sentenceWithTable } from './world/sentence.js';
import type { ScenarioRequest } from './world/sentence-world.js';

/** An answer in words that do not vary between runs: `404 application/json`. */
function describeAnswer({ answer: { response } }: ScenarioWorld): string {
  const { status, body } = response;
  const type = mediaTypeOf(headerOf(response, 'content-type') ?? '');
  if (body === '') return `${status} without a body`;
  const isBroken = /[/+]json$/.test(type) && jsonOf(response) === undefined;
  return `${status} ${type === '' ? 'without a media type' : type}${isBroken ? ' that is not JSON' : ''}`;
}

/** A value without the parts that vary between runs. */
function describeValue(value: unknown, { run }: ScenarioWorld): string {
  return withPlaceholders(render(value), run.marker);
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : isNumber(value) ? 'number' : typeof value;
}

/** Finds a sentence inside another one. */
class InnerSentences {
  readonly #collection = new StepCollection(ScenarioWorld);
  readonly #sentences: readonly Sentence[];
  #expressions: ReturnType<StepCollection['finish']> | undefined;

  constructor(sentences: readonly Sentence[]) {
    this.#sentences = sentences;
    this.#collection.types.push(...parameterTypes);
    for (const { pattern } of sentences) {
      this.#collection.steps.push({ pattern, code: () => {}, origin: new Error(pattern) });
    }
  }

  /** @throws SuiteMistake when no one-line judging sentence matches */
  find(text: string): SentenceMatch {
    this.#expressions ??= this.#collection.finish();
    for (const [index, { expression }] of this.#expressions.entries()) {
      const values = expression.match(text);
      const found = this.#sentences[index];
      if (values !== null && found !== undefined) return { sentence: found, values };
    }
    throw new SuiteMistake(`"${text}" is not a ready-made sentence that judges an answer.`);
  }
}

/** A sentence that matches a text, and the arguments in the text. */
export interface SentenceMatch {
  readonly sentence: Sentence;
  readonly values: readonly Argument[];
}

/**
 * The judging sentence inside another one, such as `whether {text} is recorded`.
 *
 * @throws SuiteMistake when there is none
 */
export function findInner(text: string): SentenceMatch {
  inner ??= new InnerSentences(innerSentences);
  return inner.find(text);
}

/** Judges the latest answer by a sentence; returns the violation, if there is one. */
async function judge(text: string, world: ScenarioWorld): Promise<Violation | undefined> {
  try {
    const { sentence: found, values } = findInner(text);
    await found.act(
      world,
      values.map((one) => one.getValue(world)),
    );
    return undefined;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}

const judging = [
  ...answers,
  ...bytes,
  ...answerHeaders,
  ...jsonValues,
  ...lists,
  ...rememberedValues,
];

/** The sentences that fit inside another one. */
const innerSentences = judging.filter(({ below }) => below === 'nothing');

/** The patterns of the sentences that fit inside another one. */
export const innerPatterns: readonly string[] = innerSentences.map(({ pattern }) => pattern);

let inner: InnerSentences | undefined;

/** The shortest and the longest time between two requests that wait for a state, in milliseconds. */
const [shortestPause, longestPause] = [100, 2_000];

/**
 * Sends a request again and again until a sentence holds for its answer.
 *
 * @throws Violation with the mismatches of the last answer
 */
async function sendUntil(
  world: ScenarioWorld,
  request: ScenarioRequest,
  text: string,
  limitMs: number,
): Promise<void> {
  const { patience } = world.run;
  const longest = patience?.limit(limitMs) ?? limitMs;
  const startedAt = performance.now();
  let [waited, pause] = [0, shortestPause];
  for (;;) {
    await world.send(request);
    const violation = await judge(text, world);
    if (violation === undefined) return patience?.note(waited);
    const rest = longest - Math.max(waited, performance.now() - startedAt);
    if (rest <= 0) throw late(violation, limitMs);
    const next = Math.min(pause, rest);
    await world.pause(next);
    waited += next;
    pause = Math.min(pause * 2, longestPause);
  }
}

function late({ mismatches }: Violation, limitMs: number): Violation {
  const within = `within ${countOf(limitMs / 1000, 'second')}`;
  return new Violation(
    mismatches.map((one) => ({ ...one, expected: { ...one.expected, note: within } })),
  );
}

/** Sentences that wait for a state of the target. */
const waiting: readonly Sentence[] = [
  sentence(
    'I send {method} {path} for up to {int} second(s) until {text}',
    async (world, method: string, path: string, seconds: number, text: string) => {
      const filled = await blockWithoutValues(world, () => world.fillPath(path));
      await sendUntil(world, { method, path: filled }, text, seconds * 1000);
    },
  ),
];

/**
 * Longest time until the seconds of a clock change, plus a millisecond by which timers may be
 * early.
 */
const oneSecond = 1_001;

/** Sentences that let time pass. */
const pauses: readonly Sentence[] = [
  sentence('I wait until the clock of the target shows another second', async (world) => {
    await world.pause(oneSecond);
  }),
];

/** Returns the mismatches of a row of sentences; none when all of them hold. */
async function judgeRow(
  row: readonly string[],
  world: ScenarioWorld,
): Promise<readonly Mismatch[]> {
  const mismatches: Mismatch[] = [];
  for (const text of row) mismatches.push(...((await judge(text, world))?.mismatches ?? []));
  return mismatches;
}

function describeObservation(one: Mismatch): string {
  const { path, observed } = textOf(one);
  return `${path} ${observed}`;
}

/** Sentences about requirements that allow several answers. */
const alternatives: readonly Sentence[] = [
  sentenceWithTable(
    'one of these holds(:)',
    async (world, table: DataTable) => {
      const rows = sentencesIn(table);
      const observed = new Set<string>();
      for (const row of rows) {
        const mismatches = await judgeRow(row, world);
        if (mismatches.length === 0) return;
        for (const one of mismatches) observed.add(describeObservation(one));
      }
      const expected = condition(`one of: ${rows.map((row) => row.join(', and ')).join('; ')}`);
      const found = inWords([...observed].join(', '));
      throw new Violation([differing(inAnswer, expected, found)]);
    },
    'sentences',
  ),
];

/** Sentences about the conditions of a requirement. */
const conditions: readonly Sentence[] = [
  sentence('the requirement applies only if {text}', async (world, text: string) => {
    const violation = await judge(text, world);
    if (violation === undefined) return;
    throw new NotApplicable(`it applies only if ${text}: ${violation.message}`);
  }),
];

/** Sentences that record the target's behaviour where the specification leaves it open. */
const recording: readonly Sentence[] = [
  sentence('the answer is recorded', (world) => {
    world.observe(describeAnswer(world));
  }),
  sentence('{jsonpath} is recorded', (world, path: Path) => {
    const { value } = path.findOne(demandJson(world.answer.response), world);
    world.observe(`${path.text}: ${describeValue(value, world)}`);
  }),
  sentence('the header {header} is recorded', (world, name: string) => {
    const value = headerOf(world.answer.response, name);
    world.observe(`header ${name.toLowerCase()}: ${describeValue(value, world)}`);
  }),
  sentence('{remembered} is recorded', (world, name: string) => {
    world.observe(`${pathOf(name)}: ${describeValue(world.lookUp(name), world)}`);
  }),
  sentence('the type of {jsonpath} is recorded', (world, path: Path) => {
    const { value } = path.findOne(demandJson(world.answer.response), world);
    world.observe(`${path.text}: ${typeOf(value)}`);
  }),
  sentence('whether {text} is recorded', async (world, text: string) => {
    world.observe(`${text}: ${(await judge(text, world)) === undefined ? 'yes' : 'no'}`);
  }),
];

/** In the order of their documentation. */
export const sentences: readonly Sentence[] = [
  ...requests,
  ...generatedRequests,
  ...waiting,
  ...pauses,
  ...pages,
  ...eventStreams,
  ...requestHeaders,
  ...judging,
  ...alternatives,
  ...conditions,
  ...remembering,
  ...rememberingBytes,
  ...recording,
];

/** Defines the ready-made sentences in the open collection of steps. */
export function defineSentences(): void {
  for (const type of parameterTypes) defineParameterType(type);
  for (const { pattern, act } of sentences) {
    Given(pattern, function (this: ScenarioWorld, ...parameters: never[]) {
      return act(this, parameters);
    });
  }
}
