import { timeRounds } from './rounds.js';

function makeWords(count) {
  const syllables = ['ka', 'ro', 'mi', 'te', 'su', 'lo', 'ne', 'vi', 'pa', 'du'];
  const words = [];
  let value = 1;
  for (let i = 0; i < count; i++) {
    value = (value * 16807) % 2147483647;
    const word = syllables[value % 10] + syllables[Math.floor(value / 10) % 10];
    words.push(
      word + syllables[Math.floor(value / 100) % 10] + syllables[Math.floor(value / 1000) % 10],
    );
  }
  return words;
}

function countAll(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function run(count) {
  const counts = countAll(makeWords(count));
  let most = '';
  for (const word of counts.keys()) {
    if (most === '' || counts.get(word) > counts.get(most)) most = word;
  }
  return `${counts.size} words, ${counts.get(most)} at most`;
}

timeRounds(() => run(200_000));
