/** Random values from a seed, and the search for the simplest failing value. */

import fc from 'fast-check';
import { Violation } from '../../../conformance/index.js';
import type { JsonObject, Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { ownName } from '../requests/bodies.js';

// The units `grapheme` and `binary` of fast-check take 0.2 and 1.5 s to set up.

/**
 * Any code point except U+0000, which some databases cannot store, and surrogates, which UTF-8 cannot
 * encode.
 */
const codePoint = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
    fc.integer({ min: 0x01, max: 0x1f }),
  )
  .map((code) => String.fromCodePoint(code));

/** Characters of several scripts, also those of several code points: accents, jamo, flags, families. */
const grapheme = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(
    ...['é', 'e\u0301', 'a\u0323\u0308', '\u1112\u1161\u11ab', 'ß', 'Ω', 'Я', 'ש', 'ع', 'ไทย'],
    ...['日', 'क्षि', '𝒳', '𐍈', '🎉', '👍🏽', '🇫🇮', '👩‍👩‍👧'],
  ),
);

/** Characters of all scripts, alone and combined. */
const text = fc.oneof(
  fc.string({ unit: grapheme, minLength: 1, maxLength: 10 }),
  fc.string({ unit: codePoint, minLength: 1, maxLength: 10 }),
);

/** The part before the @, in a form that every validation accepts. */
const mailbox = fc.stringMatching(/^[a-z0-9]{1,8}([._+-][a-z0-9]{1,8})?$/);

/** Up to twelve digits, with up to four after the point, which every storage of reals keeps. */
const price = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));

const stock = fc.integer({ min: 1, max: 2 ** 31 - 1 });

type Marked = (world: ServiceWorld) => JsonObject;

/** Names and addresses become unique when they are sent, each time anew. */
const users: fc.Arbitrary<Marked> = fc.record({ text, mailbox }).map((made) => ({ run }) => ({
  name: `${ownName(run)} ${made.text}`,
  email: `${made.mailbox}-${run.marker}-${run.nextNumber()}@touchstone.example`,
}));

const products: fc.Arbitrary<Marked> = fc
  .record({ text, description: text, price, stock })
  .map(({ text: ending, ...others }) => ({ run }) => ({
    name: `${ownName(run)} ${ending}`,
    ...others,
  }));

const arbitraries: Readonly<Record<Resource, fc.Arbitrary<Marked>>> = { users, products };

/** The maximum number of simpler values that are tried after a failure. */
const longestSearch = 60;

/**
 * Examines generated members, the same ones for the same seed: all of them together and, after a
 * failure, one by one. The simplest failing members are examined last, since reports show the last
 * exchange.
 *
 * @throws Violation for the simplest failing members; any other error of `examine` immediately
 */
export async function examineGenerated(
  world: ServiceWorld,
  resource: Resource,
  runs: number,
  examine: (members: readonly JsonObject[]) => Promise<unknown>,
): Promise<void> {
  const { seed } = world.run;
  const samples = fc.sample(arbitraries[resource], { seed, numRuns: runs });
  try {
    await examine(samples.map((marked) => marked(world)));
    return;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
  }
  await searchSimplest(world, resource, runs, async (members) => await examine([members]));
}

async function searchSimplest(
  world: ServiceWorld,
  resource: Resource,
  runs: number,
  examine: (members: JsonObject) => Promise<unknown>,
): Promise<void> {
  let violation: Violation | undefined;
  let obstacle: { readonly error: unknown } | undefined;
  let searched = 0;
  const holds = async (marked: Marked): Promise<boolean> => {
    if (violation !== undefined) searched += 1;
    if (obstacle !== undefined || searched > longestSearch) return true;
    try {
      await examine(marked(world));
      return true;
    } catch (error) {
      if (error instanceof Violation) violation = error;
      else obstacle = { error };
      return !(error instanceof Violation);
    }
  };
  const property = fc.asyncProperty(arbitraries[resource], holds);
  const { counterexample } = await fc.check(property, { seed: world.run.seed, numRuns: runs });
  if (obstacle !== undefined) throw obstacle.error;
  if (counterexample === null) return;
  await examine(counterexample[0](world));
  throw violation;
}
