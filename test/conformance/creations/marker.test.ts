import { expect, test } from 'vitest';
import {
  createMarker,
  findOwnTexts,
  isOwnText,
  numberedTexts,
  renumber,
  textLike,
  textWith,
  withoutNumbers,
  withPlaceholders,
  wordWith,
} from '../../../conformance/creations/marker.js';

const marker = 'touchstone-5f0c93ab';
const [text, word] = [textWith(marker, 17), wordWith(marker, 17)];

test('every reader of unique texts and words knows the format in which they are written', () => {
  const body = `{"title":"${text}","slug":"${word}"}`;
  expect(findOwnTexts(body, marker)).toEqual([text, word]);
  expect(withPlaceholders(body, marker)).toBe('{"title":"${unique}","slug":"${unique-word}"}');
  expect([...body.matchAll(numberedTexts(marker))].map(([, , number]) => number)).toEqual(['17']);
  const other = `{"title":"${textWith(marker, 99)}","slug":"${wordWith(marker, 99)}"}`;
  expect(withoutNumbers(other)).toBe(withoutNumbers(body));
  expect([text, word, marker].map((one) => isOwnText(one, marker))).toEqual([true, true, true]);
  expect(isOwnText(`${text}-secret`, marker)).toBe(false);
});

test('a new run has a marker of its own, in the same format', () => {
  const other = createMarker();
  expect(other).not.toBe(createMarker());
  expect(withoutNumbers(textWith(other, 17))).toBe(other);
});

test('a repaired request has unique texts and words unlike any that were sent before', () => {
  const renumbered = renumber(`${text} ${word}`, marker, 9_000_001);
  expect(renumbered.split(' ')).toEqual([
    textWith(marker, 9_000_001),
    expect.not.stringContaining(word),
  ]);
  expect(findOwnTexts(renumbered, marker)).toHaveLength(2);
});

test('makes texts of a form, another one for each seed', () => {
  const texts = Array.from({ length: 50 }, (_, index) => textLike('AB-12/cd', String(index)));
  for (const text of texts) expect(text).toMatch(/^[A-Z]{2}-\d\d\/[a-z]{2}$/);
  expect(new Set(texts).size).toBe(50);
  expect(textLike('AB-12/cd', '7')).toBe(texts[7]);
});
