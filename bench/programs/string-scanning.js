import { timeRounds } from './rounds.js';

function vowels(text) {
  let count = 0;
  for (const c of text) {
    if (c === 'a' || c === 'e' || c === 'i' || c === 'o' || c === 'u') count++;
  }
  return count;
}

function checksum(text) {
  let sum = 0;
  for (const byte of Buffer.from(text)) sum = (sum * 31 + byte) % 65521;
  return sum;
}

function occurrences(text, word) {
  let count = 0;
  let at = text.indexOf(word);
  while (at !== -1) {
    count++;
    at = text.indexOf(word, at + word.length);
  }
  return count;
}

function longestWord(text) {
  let longest = '';
  for (const line of text.split('\n')) {
    for (const word of line.trim().split(' ')) {
      if (word.length > longest.length) longest = word;
    }
  }
  return longest;
}

const run = (text) =>
  vowels(text) + checksum(text) * 1_000_000 + occurrences(text, 'river') + longestWord(text).length;

const line = 'the river ran under the old stone bridge towards the quiet harbor   \n';
const text = line.repeat(12_000);

timeRounds(() => run(text));
