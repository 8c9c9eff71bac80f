import { timeRounds } from './rounds.js';

const compose = (outer, inner) => (x) => outer(inner(x));
const adder = (amount) => (x) => x + amount;

function counter() {
  let count = 0;
  return (step) => {
    count += step;
    return count;
  };
}

function run(count) {
  const counters = [counter(), counter(), counter()];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const change = compose(adder(i % 10), adder(-3));
    total += change(i) % 11;
    for (const next of counters) next(i % 3);
  }
  for (const next of counters) total += next(0);
  return total;
}

timeRounds(() => run(1_000_000));
