import { timeRounds } from './rounds.js';

function* numbers(count) {
  for (let i = 0; i < count; i++) yield i;
}

function* multiplesOf(divisor, source) {
  for (const value of source) {
    if (value % divisor === 0) yield value;
  }
}

function run(count) {
  let sum = 0;
  for (const value of multiplesOf(3, numbers(count))) sum += value;
  return sum;
}

timeRounds(() => run(600_000));
