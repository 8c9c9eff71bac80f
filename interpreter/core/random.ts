/** The optional module `random`: `random.wren`, with a native generator. */
import { readFileSync } from 'node:fs';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { constantTime } from '../runtime/native.js';
import { type Value, WrenList, WrenObject } from '../runtime/values.js';
import { RandomState } from './random-state.js';

/** Size of the state in 32-bit words. */
const words = 16;

class WrenGenerator extends WrenObject {
  readonly state: RandomState;

  constructor(state: RandomState) {
    super();
    this.state = state;
  }
}

/** Makes a generator whose state are the elements of a list, repeated as necessary. */
function seedFromList(items: readonly Value[]): RandomState {
  const state = new Uint32Array(words);
  if (items.length === 0) abort(messages.emptySeeds());
  for (let index = 0; index < words; index++) {
    const item = items[index % items.length];
    if (typeof item !== 'number') abort(messages.seedsNotNumbers());
    state[index] = item;
  }
  return new RandomState(state);
}

function seedFrom(seed: Value): RandomState {
  if (seed instanceof WrenList) return seedFromList(seed.items);
  if (typeof seed !== 'number') abort(messages.notSeed());
  return RandomState.fromSeed(seed);
}

const generatorClass = defineNativeClass({
  name: 'Generator',
  instance: WrenGenerator,
  methods: constantTime({
    word: function (this: WrenGenerator) {
      return this.state.next();
    },
    fraction: function (this: WrenGenerator) {
      return this.state.nextFraction();
    },
  }),
  statics: constantTime({
    'fromRandomSeed()': () => new WrenGenerator(RandomState.fromRandomSeed()),
    'fromSeed(_)': (seed: Value) => new WrenGenerator(seedFrom(seed)),
    'rejectSample()': () => abort(messages.sampleTooLarge()),
  }),
});

/** The module's text, a byte string. */
export const randomSource = readFileSync(new URL('./random.wren', import.meta.url), 'latin1');

/** The module's implicit variables, besides those of all modules. */
export const randomScope: ReadonlyMap<string, Value> = new Map([
  [generatorClass.name, generatorClass],
]);
