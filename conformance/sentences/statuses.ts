/** Sentences about the status of an answer. */
import { demand, mismatch } from '../verdict/compare.js';
import { type Sentence, sentence } from './sentence.js';

const classesInWords: Readonly<Record<string, string>> = {
  'a success': '2xx',
  'a redirection': '3xx',
  'a client error': '4xx',
  'a server error': '5xx',
};

/** Whether a status is one of those that words name: `200 or 204`, `4xx`, `a success`. */
function isAmong(status: number, words: string): boolean {
  return words.split(/, | or /).some((word) => {
    const text = classesInWords[word] ?? word;
    return text === String(status) || text === `${Math.floor(status / 100)}xx`;
  });
}

export const statuses: readonly Sentence[] = [
  sentence('the status is {status}', (world, words: string) => {
    const { status } = world.answer.response;
    demand(isAmong(status, words) ? [] : [mismatch('status', words, status)]);
  }),
  sentence('the status is not {status}', (world, words: string) => {
    const { status } = world.answer.response;
    demand(isAmong(status, words) ? [mismatch('status', `not ${words}`, status)] : []);
  }),
];
