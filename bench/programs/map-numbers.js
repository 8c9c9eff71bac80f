import { timeRounds } from './rounds.js';

function memo(count) {
  const steps = new Map([[1, 0]]);
  let longest = 0;
  for (let start = 2; start <= count; start++) {
    let n = start;
    let walked = 0;
    while (n >= start) {
      n = n % 2 === 0 ? n / 2 : n * 3 + 1;
      walked++;
    }
    steps.set(start, walked + steps.get(n));
    if (steps.get(start) > longest) longest = steps.get(start);
  }
  return longest;
}

function sparse(count) {
  const seen = new Map();
  let value = 1;
  for (let i = 0; i < count; i++) {
    value = (value * 16807) % 2147483647;
    seen.set((value % 99991) * 1000, i);
    if (i % 4 === 0) seen.delete((value % 991) * 1000);
  }
  let sum = 0;
  for (const [key, index] of seen) sum += key / 1000 + index;
  return sum;
}

timeRounds(() => `${memo(200_000)}, ${sparse(200_000)}`);
