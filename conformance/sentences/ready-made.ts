/**
 * The list of all ready-made sentences (`docs/sentences.md` has an example of each), and the
 * sentences that record observations.
 */
import type { Argument } from '@cucumber/cucumber-expressions';
import { headerOf, jsonOf } from '../http/exchange.js';
import { SuiteMistake, Violation } from '../outcomes.js';
import { defineParameterType, Given, StepCollection } from '../scenarios/step-definitions.js';
import { isObject, render } from '../verdict/compare.js';
import { answerHeaders, mediaTypeOf } from './answer-headers.js';
import { answers } from './answers.js';
import { demandJson, type Path } from './json-path.js';
import { jsonValues } from './json-values.js';
import { lists } from './lists.js';
import { parameterTypes } from './parameter-types.js';
import { rememberedValues } from './remembered-values.js';
import { remembering } from './remembering.js';
import { requestHeaders } from './request-headers.js';
import { requests } from './requests.js';
import { ScenarioWorld } from './scenario-world.js';
import { type Sentence, sentence } from './sentence.js';

/** An answer in words that do not vary between runs: `404 application/json`. */
function describeAnswer({ answer: { response } }: ScenarioWorld): string {
  const { status, body } = response;
  const type = mediaTypeOf(headerOf(response, 'content-type') ?? '');
  if (body === '') return `${status} without a body`;
  const isBroken = /[/+]json$/.test(type) && jsonOf(response) === undefined;
  return `${status} ${type === '' ? 'without a media type' : type}${isBroken ? ' that is no JSON' : ''}`;
}

/** A value without the parts that vary between runs. */
function describeValue(value: unknown, { run }: ScenarioWorld): string {
  const text = render(value);
  return text.replace(new RegExp(`${run.marker}(?:-\\d+)?`, 'g'), '${unique}');
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : typeof value === 'bigint' ? 'number' : typeof value;
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
 * The judging sentence inside `whether {text} is recorded`.
 *
 * @throws SuiteMistake when there is none
 */
export function findInner(text: string): SentenceMatch {
  inner ??= new InnerSentences(judging.filter(({ below }) => below === 'nothing'));
  return inner.find(text);
}

async function holds(text: string, world: ScenarioWorld): Promise<boolean> {
  try {
    const { sentence: found, values } = findInner(text);
    await found.act(
      world,
      values.map((one) => one.getValue(world)),
    );
    return true;
  } catch (error) {
    if (error instanceof Violation) return false;
    throw error;
  }
}

const judging = [...answers, ...answerHeaders, ...jsonValues, ...lists, ...rememberedValues];

let inner: InnerSentences | undefined;

/** Sentences that record the target's behaviour where the specification leaves it open. */
const recording: readonly Sentence[] = [
  sentence('the answer is recorded', (world) => {
    world.observe(describeAnswer(world));
  }),
  sentence('{jsonpath} is recorded', (world, path: Path) => {
    const { value } = path.findOne(demandJson(world.answer.response), world);
    world.observe(`${path.text}: ${describeValue(value, world)}`);
  }),
  sentence('the type of {jsonpath} is recorded', (world, path: Path) => {
    const { value } = path.findOne(demandJson(world.answer.response), world);
    world.observe(`${path.text}: ${typeOf(value)}`);
  }),
  sentence('whether {text} is recorded', async (world, text: string) => {
    world.observe(`${text}: ${(await holds(text, world)) ? 'yes' : 'no'}`);
  }),
];

/** In the order of their documentation. */
export const sentences: readonly Sentence[] = [
  ...requests,
  ...requestHeaders,
  ...judging,
  ...remembering,
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
