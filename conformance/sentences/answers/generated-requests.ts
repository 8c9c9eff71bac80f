/** Sentences about many requests whose bodies are generated from a JSON Schema. */
import { createRequire } from 'node:module';
import type * as FastCheck from 'fast-check';
import { asObject, type Json } from '../../../kit/collections.js';
import { messageOf } from '../../../kit/errors.js';
import { atStatus, inBody, mismatch, noneOfStatuses } from '../../mismatches/mismatch.js';
import { SuiteMistake, Violation } from '../../verdict/outcomes.js';
import { brokenValues, validValues } from '../values/generated-values.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentenceWithText } from '../world/sentence.js';
import { compareWithDescription, judgeStatuses } from './answers.js';

/** The most requests of one sentence, and the most that look for a smaller one that fails, too. */
const [mostRequests, longestSearch] = [1_000, 40];

/** The place of the run's unique text in a schema. */
const uniquePlace = '$'.concat('{unique}');

/** Many requests of one kind. */
interface Generated {
  readonly method: string;
  readonly path: string;
  readonly count: number;
  readonly bodies: FastCheck.Arbitrary<unknown>;
  /** @throws Violation when the latest answer is wrong */
  judge(): void;
}

/**
 * Sends generated bodies until an answer is wrong, then smaller bodies that also fail. The smallest
 * is sent last, because reports show the last exchange.
 *
 * @throws Violation for the smallest one
 */
async function sendAll(world: ScenarioWorld, generated: Generated): Promise<void> {
  const { method, count, bodies, judge } = generated;
  if (count < 1 || count > mostRequests)
    throw new SuiteMistake(`1 to ${mostRequests} requests are generated, not ${count}.`);
  const fc = createRequire(import.meta.url)('fast-check') as typeof FastCheck;
  const path = world.fillPath(generated.path);
  let number = 0;
  let searched = -1;
  let obstacle: { readonly error: unknown } | undefined;
  const holds = async (body: unknown): Promise<boolean> => {
    if (searched >= 0) searched += 1;
    if (obstacle !== undefined || searched > longestSearch) return true;
    number += 1;
    try {
      await world.send({ method, path, json: withUnique(body, world, number) });
      judge();
      return true;
    } catch (error) {
      searched = Math.max(searched, 0);
      if (!(error instanceof Violation)) obstacle = { error };
      return !(error instanceof Violation);
    }
  };
  const property = fc.asyncProperty(bodies, holds);
  const settings = { seed: world.run.seed, numRuns: count };
  const { counterexample } = await fc.check(property, settings);
  if (obstacle !== undefined) throw obstacle.error;
  if (counterexample === null) return;
  await world.send({ method, path, json: withUnique(counterexample[0], world, number + 1) });
  judge();
}

/** A body with a unique text of its own, by which the run recognizes what it creates. */
function withUnique(value: unknown, world: ScenarioWorld, number: number): unknown {
  if (typeof value === 'string')
    return value.replaceAll(uniquePlace, () => world.unique(`generated-${number}`));
  if (Array.isArray(value)) return value.map((one) => withUnique(one, world, number));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withUnique(one, world, number)]),
  );
}

/** @throws SuiteMistake for a text that is no JSON Schema from which bodies can be made */
function readBodies(
  text: string,
  make: (schema: Json) => FastCheck.Arbitrary<unknown>,
): FastCheck.Arbitrary<unknown> {
  try {
    return make(asObject(JSON.parse(text)));
  } catch (error) {
    throw new SuiteMistake(`No bodies can be generated from the JSON Schema: ${messageOf(error)}`);
  }
}

/** A schema may not state all rules, so a request may be rejected; nothing else may be wrong. */
function judgeDescribed(world: ScenarioWorld): void {
  const { status } = world.answer.response;
  if (status >= 500) throw new Violation([mismatch(atStatus, noneOfStatuses('5xx'), status)]);
  if (status >= 400) return;
  const mismatches = compareWithDescription(world.answer, inBody(), world);
  if (mismatches.length > 0) throw new Violation(mismatches);
}

/** The sentences about generated requests. */
export const generatedRequests: readonly Sentence[] = [
  sentenceWithText(
    '{int} generated request(s) {method} {path} is/are answered as described(:)',
    async (world, count: number, method: string, path: string, text: string) => {
      const bodies = readBodies(text, validValues);
      await sendAll(world, { method, path, count, bodies, judge: () => judgeDescribed(world) });
    },
  ),
  sentenceWithText(
    '{int} generated request(s) {method} {path} that break(s) one constraint is/are answered with {status}(:)',
    async (world, count: number, method: string, path: string, words: string, text: string) => {
      const bodies = readBodies(text, brokenValues);
      const judge = () => judgeStatuses(world, words);
      await sendAll(world, { method, path, count, bodies, judge });
    },
  ),
];
