/** Keeps secrets out of whatever leaves the process. */
import { type Credentials, credentialNames, credentialTable, variableOf } from '../credentials.js';
import { swapCase } from '../words.js';

/** Replaces every secret in a text by the shell variable that stands for it. */
export type Redact = (text: string) => string;

/** A secret, and the environment variable that could hold it. */
export interface Secret {
  readonly value: string;
  readonly variable: string;
}

/** The variables that the options of the same meaning read. */
export function secretsOf(credentials: Credentials): Secret[] {
  return credentialNames.flatMap((name) => {
    const value = credentials[name];
    return value ? [{ value, variable: variableOf(credentialTable[name].flag) }] : [];
  });
}

/** A shorter value of a header is no secret, and would be found in texts by accident. */
const shortestHeaderSecret = 8;

/** What a gateway asks for; the variables exist in reports only. */
export function secretsOfHeaders(headers: readonly (readonly [string, string])[]): Secret[] {
  return headers
    .filter(([, value]) => value.length >= shortestHeaderSecret)
    .map(([name, value]) => ({ value, variable: variableOfHeader(name) }));
}

function variableOfHeader(name: string): string {
  return `TOUCHSTONE_HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;
}

/** What is shorter is no secret, and is replaced only where it makes up a text by itself. */
const shortestForm = 4;

/** What scenarios make of a credential for a near miss, and the shell's way to write the same. */
const forms: readonly (readonly [(value: string) => string, (name: string) => string])[] = [
  [(value) => value, (name) => `$${name}`],
  [(value) => value.toUpperCase(), (name) => `\${${name}^^}`],
  [(value) => value.toLowerCase(), (name) => `\${${name},,}`],
  [swapCase, (name) => `\${${name}~~}`],
  [(value) => value.slice(0, -1), (name) => `\${${name}%?}`],
  [(value) => value.slice(1), (name) => `\${${name}#?}`],
];

/** Matches by value, wherever a secret stands and also when it is percent-encoded. */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const replacements = listReplacements(secrets);
  const searched = [...replacements.keys()]
    .filter(({ length }) => length >= shortestForm)
    .sort((a, b) => b.length - a.length);
  if (searched.length === 0) return (text) => replacements.get(text) ?? text;
  const pattern = new RegExp(searched.map(escapePattern).join('|'), 'g');
  const redact = (text: string) => text.replace(pattern, (found) => replacements.get(found) ?? '');
  const isConcerned = createSearch(searched);
  const replace = (text: string) =>
    replacements.get(text) ?? (isConcerned(text) ? redact(text) : text);
  // Short texts are names and values of headers for the most part, and these are ever the same.
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longestRemembered) return replace(text);
    const replaced = known.get(text) ?? replace(text);
    known.set(text, replaced);
    return replaced;
  };
}

/** In characters. */
const longestRemembered = 64;

/**
 * Says whether a text may hold one of the forms: nearly all are free of secrets, and plain searches
 * find that out ten times as fast as a pattern. Those of one secret differ in little but their case.
 */
function createSearch(searched: readonly string[]): (text: string) => boolean {
  const isFoldable = (form: string) => /^[ -~]+$/.test(form);
  const folded = keepShortest(searched.filter(isFoldable).map((form) => form.toLowerCase()));
  const others = searched.filter((form) => !isFoldable(form));
  return (text) => {
    const lower = text.toLowerCase();
    return (
      folded.some((form) => lower.includes(form)) || others.some((form) => text.includes(form))
    );
  };
}

/** Where one form holds another, finding the other is enough. */
function keepShortest(searched: readonly string[]): string[] {
  const all = [...new Set(searched)];
  return all.filter((form) => !all.some((other) => other !== form && form.includes(other)));
}

function listReplacements(secrets: readonly Secret[]): Map<string, string> {
  const replacements = new Map<string, string>();
  for (const [derive, write] of forms) {
    for (const { value, variable } of secrets) {
      const form = derive(value);
      if (form !== value && form.length < shortestForm) continue;
      for (const text of [form, encodeURIComponent(form), JSON.stringify(form).slice(1, -1)]) {
        if (!replacements.has(text)) replacements.set(text, write(variable));
      }
    }
  }
  return replacements;
}

/** Applies a redaction to every text inside a value, the names of members included. */
export function redactDeep<T>(value: T, redact: Redact): T;
export function redactDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redact(key), redactDeep(item, redact)]));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Puts secrets back where a redaction took them away, encoded as their place in a request asks. */
export type Restore = (text: string, encode?: (secret: string) => string) => string;

/** The reverse of `createRedactor` for the same secrets; other variables stay as they are. */
export function createRestorer(secrets: readonly Secret[]): Restore {
  const originals = secrets.flatMap(({ value, variable }) =>
    forms.map(([derive, write]) => ({ written: write(variable), original: derive(value) })),
  );
  return (text, encode = (secret) => secret) =>
    originals.reduce(
      (restored, { written, original }) => restored.replaceAll(written, () => encode(original)),
      text,
    );
}
