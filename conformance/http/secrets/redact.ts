/** Redaction: secrets in texts are replaced by shell variables. */
import { encodedForms, forms, SecretSearch } from './secret-search.js';
import { type Secret, variablePattern } from './secrets.js';

/** Replaces every secret in a text by its shell variable. */
export type Redact = (text: string) => string;

/** The limit of the reach, in characters. */
const longestReach = 64 * 1024;

/**
 * The reach for each byte of the longest secret, in characters. A percent-encoded escape of a
 * percent-encoded text takes 54 characters for a byte.
 */
const reachForByte = 64;

/**
 * Returns a redaction that finds secrets by value, anywhere in a text, in any usual encoding and,
 * unless they are short, in any letter case. In base64 it replaces whole digits, which contain
 * parts of neighbouring characters.
 */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const search = new SecretSearch(secrets);
  const whole = wholeTexts(secrets);
  const replace = (text: string) => whole.get(text) ?? search.replace(text);
  // Most short texts are names and values of headers, which recur.
  const known = new Map<string, string>();
  const redact = (text: string): string => {
    if (text.length > longestRemembered) return replace(text);
    const replaced = known.get(text) ?? replace(text);
    known.set(text, replaced);
    return replaced;
  };
  return redact;
}

/** The maximum length of a secret in any encoding, in characters. */
export function reachOf(secrets: readonly Secret[]): number {
  const longest = Math.max(0, ...secrets.map(({ value }) => Buffer.byteLength(value)));
  return Math.min(longestReach, reachForByte * longest);
}

/** The maximum length of remembered texts, in characters. */
const longestRemembered = 64;

/** Texts that consist of a secret alone; these are replaced even when they are short. */
function wholeTexts(secrets: readonly Secret[]): Map<string, string> {
  return new Map(secrets.map(({ value, variable }) => [value, `$${variable}`]));
}

/** Applies a redaction to every text in a value, with the names of members. */
export function redactDeep<T>(value: T, redact: Redact): T;
export function redactDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redact(key), redactDeep(item, redact)]));
}

/** Puts secrets back in place of their variables, encoded for their place in a request. */
export type Restore = (text: string, encode?: (secret: string) => string) => string;

/** Returns the reverse of `createRedactor`; other variables stay unchanged. */
export function createRestorer(secrets: readonly Secret[]): Restore {
  const originals = new Map<string, string>();
  for (const { value, variable } of secrets) {
    for (const [derive, write] of [...forms, ...encodedForms]) {
      const written = write(variable);
      if (!originals.has(written)) originals.set(written, derive(value));
    }
  }
  return (text, encode = (secret) => secret) =>
    text.replace(variablePattern, (written) => {
      const original =
        originals.get(written.replace(/^\$\{(\w+)\}$/, '$$$1')) ?? originals.get(written);
      return original === undefined ? written : encode(original);
    });
}
