import { timeRounds } from './rounds.js';

class Tree {
  #value;
  #left = null;
  #right = null;

  constructor(value) {
    this.#value = value;
  }

  add(value) {
    if (value < this.#value) {
      if (this.#left) this.#left.add(value);
      else this.#left = new Tree(value);
    } else if (this.#right) this.#right.add(value);
    else this.#right = new Tree(value);
  }

  *values() {
    if (this.#left) yield* this.#left.values();
    yield this.#value;
    if (this.#right) yield* this.#right.values();
  }
}

function grow(seed) {
  const tree = new Tree(seed);
  for (let value = (seed * 12347) % 200003; value !== seed; value = (value * 12347) % 200003) {
    tree.add(value);
  }
  return tree;
}

function compare(left, right) {
  const a = left.values();
  const b = right.values();
  let same = 0;
  while (true) {
    const x = a.next();
    const y = b.next();
    if (x.done || y.done) return same;
    if (x.value === y.value) same++;
  }
}

const left = grow(1);
const right = grow(777);

timeRounds(() => compare(left, right));
