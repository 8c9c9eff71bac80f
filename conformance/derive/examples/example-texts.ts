/** Makes texts of limited length or form: unique ones, and those of a pattern. */
import { createRequire } from 'node:module';
import type { Json } from '../../../kit/collections.js';
import { textLike } from '../../creations/marker.js';
import { sampleOf } from '../description/request-schemas.js';
import { likeAs, uniqueText } from './own-texts.js';

/** Upper bound for the length of a unique text. */
export const uniqueLength = 32;

/** Upper bound for the length of a unique word. */
const wordLength = 12;

/** The placeholder of the unique text in a variant. */
export function uniqueFor(variant: number, kind?: 'unique-word'): string {
  return uniqueText(nameOfVariant(variant), kind);
}

function nameOfVariant(variant: number): string {
  if (variant === 0) return '';
  return variant === 1 ? 'changed' : `changed-${variant}`;
}

/** A unique text or word that a pattern and the limits of the length allow; undefined for none. */
export function ownTextFor(schema: Json, variant: number): string | undefined {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isAllowed = (text: string, longest: number) =>
    longest <= Number(maxLength) &&
    String(sampleOf(text)).length >= Number(minLength) &&
    (typeof pattern !== 'string' || matches(pattern, String(sampleOf(text))));
  const [text, word] = [uniqueFor(variant), uniqueFor(variant, 'unique-word')];
  if (isAllowed(text, uniqueLength)) return text;
  return isAllowed(word, wordLength) ? word : undefined;
}

/** Whether a pattern allows a text; false for a pattern of another language. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** Seed of the texts for patterns: descriptions make the same texts every time. */
const seed = 7;

/** Short readable texts that match a pattern, the shortest first; none for one that cannot be read. */
export function textsFor(pattern: string, schema: Json): readonly string[] {
  const fastCheck = createRequire(import.meta.url)('fast-check') as typeof import('fast-check');
  const { minLength = 0, maxLength = 1000 } = schema as { minLength?: number; maxLength?: number };
  try {
    const texts = fastCheck.sample(fastCheck.stringMatching(new RegExp(pattern, 'u')), {
      ...{ seed, numRuns: 60 },
    });
    const fitting = texts
      .filter((one) => one.length >= minLength && one.length <= maxLength)
      .filter((one) => /^[ -~]+$/.test(one) && !one.includes('${') && one.trim() === one)
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    return [...new Set(fitting)];
  } catch {
    // A pattern of another language, or with lookaheads.
    return [];
  }
}

/** Texts of forms whose shortest text says little, such as `-`, or that lookaheads describe. */
const commonTexts: readonly (readonly string[])[] = [
  ['1.5', '2.5'],
  ['Secret-Word-1', 'Secret-Word-2'],
  ['secretWord1', 'secretWord2'],
];

/** Common texts that a pattern allows, if it is that of numbers or has lookaheads; undefined for none. */
export function commonTextsFor(pattern: string, { minLength, maxLength }: Json) {
  const isFitting = (text: string) =>
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? text.length) &&
    matches(pattern, text);
  const isOfNumbers = !matches(pattern, 'a') && matches(pattern, '1.5');
  if (!isOfNumbers && !/\(\?[=!]/.test(pattern)) return undefined;
  return commonTexts.find((texts) => texts.every(isFitting));
}

/** Names of members of a form that servers often demand to be unique, and of others with such words. */
const oftenCoded =
  /key|slug|log_?in|handle|user_?name|sku|serial|code|identifier|(?<!p)reference|number/i;
const oftenChecked =
  /zip|post|area|country|currency|lang|phone|mobile|fax|card|iban|bic|isbn|ean|vat|tax|house|street|colou?r|password|public|private/i;

/** The form of short texts without a pattern. */
const shortForm = 'a1b2c3d4e5f6';

/** The least number of texts of a form, so that two are hardly ever the same. */
const leastOfForm = 1e5;

/** A unique text of a fixed form, such as `AB-1234`; undefined where none is needed, or can be made. */
export function likeTextFor(schema: Json, name: string, variant: number, shown?: string) {
  const { pattern, enum: values, const: only, minLength = 0 } = schema;
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const isListed = values !== undefined || only !== undefined;
  const isCoded = oftenCoded.test(name) && !oftenChecked.test(name);
  const isFormed = typeof pattern === 'string';
  // A unique word is longer; shorter ones are not different enough.
  const isBetween = Number(maxLength) > 5 && Number(maxLength) < wordLength;
  const isShort = !isFormed && schema.format === undefined && isBetween;
  if (!isCoded || isListed || !(isFormed || isShort)) return undefined;
  const isAllowed = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (!isFormed || matches(pattern, text));
  const made = isFormed ? textsFor(pattern, schema) : [shortForm.slice(0, Number(maxLength))];
  const form = [...(shown === undefined ? [] : [shown]), ...made].find(
    (text) =>
      countOfForm(text) >= leastOfForm &&
      text.length <= uniqueLength &&
      !/[:}"\\]/.test(text) &&
      Array.from({ length: 20 }, (_, index) => textLike(text, String(index))).every(isAllowed),
  );
  if (form === undefined) return undefined;
  return likeAs(form, nameOfVariant(variant));
}

/** The number of texts with letters and digits in the same places. */
function countOfForm(text: string): number {
  const [letters, digits] = [/[A-Za-z]/g, /\d/g].map((one) => text.match(one)?.length ?? 0);
  return 26 ** (letters ?? 0) * 10 ** (digits ?? 0);
}
