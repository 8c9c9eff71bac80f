import { timeRounds } from './rounds.js';

function longestCollatz(limit) {
  let best = 0;
  let longest = 0;
  for (let start = 1; start < limit; start++) {
    let n = start;
    let length = 1;
    while (n !== 1) {
      n = n % 2 === 0 ? n / 2 : n * 3 + 1;
      length++;
    }
    if (length > longest) {
      longest = length;
      best = start;
    }
  }
  return best;
}

function hash(count) {
  let h = 2166136261;
  for (let i = 0; i < count; i++) {
    h = (((h ^ (i & 255)) >>> 0) * 403) >>> 0;
    h = (h ^ (h >>> 13)) >>> 0;
  }
  return h;
}

timeRounds(() => `${longestCollatz(100_000)}, ${hash(3_000_000)}`);
