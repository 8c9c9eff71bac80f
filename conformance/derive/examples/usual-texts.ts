/** Texts of the formats of JSON Schema, and those that names ask for where no schema states a form. */

import { type Json, ownMember } from '../../../kit/collections.js';

/** Two texts of each format. */
const formats: Readonly<Record<string, readonly [string, string]>> = {
  'date-time': ['2024-05-17T09:30:00Z', '2025-06-18T10:45:00Z'],
  date: ['2024-05-17', '2025-06-18'],
  time: ['09:30:00Z', '10:45:00Z'],
  duration: ['PT1H', 'PT2H'],
  uuid: ['7d444840-9dc0-41d1-b245-5ffdce74fad2', '7d444840-9dc0-41d1-b245-5ffdce74fad3'],
  ipv4: ['192.0.2.1', '192.0.2.2'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
  hostname: ['host.example', 'other.example'],
  byte: ['dGV4dA==', 'dGV4dHM='],
  decimal: ['1.5', '2.5'],
};

/** Two texts for members whose names say more than their schemas. */
const byNames: readonly (readonly [names: RegExp, texts: readonly [string, string]])[] = [
  [/([a-z]On|_on|[dD]ate|^day)$/, ['2024-05-17', '2025-06-18']],
  [/([a-z]At|_at|[tT]ime[sS]tamp)$/, ['2024-05-17T09:30:00Z', '2025-06-18T10:45:00Z']],
  [/country(_?code)?$/i, ['DE', 'FR']],
  [/currency(_?code)?$/i, ['EUR', 'USD']],
  [/(language|locale|lang)(_?code)?$/i, ['en', 'de']],
];

/** Names of texts that are often URLs. */
const oftenUrl = /(ur[il]|link|website|homepage|photo|image|avatar|picture|thumbnail|logo)$/i;

/**
 * A text by its format, or else by its name; undefined where any text will do.
 *
 * @param unique a text that no other run uses
 */
export function usualText(schema: Json, name: string, variant: number, unique: string) {
  const { format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (format === 'uri' || format === 'url') return urlOf(unique);
  // The content of a file.
  if (format === 'binary') return unique;
  if (typeof format === 'string') return choose(ownMember(formats, format), variant);
  const texts = oftenUrl.test(name)
    ? ([urlOf(unique), urlOf(unique)] as const)
    : byNames.find(([names]) => names.test(name))?.[1];
  const isFitting = texts?.every(
    ({ length }) => length >= Number(minLength) && length <= Number(maxLength),
  );
  return isFitting ? choose(texts, variant) : undefined;
}

function choose(texts: readonly [string, string] | undefined, variant: number) {
  return texts?.[variant % 2];
}

function urlOf(text: string): string {
  return `https://example.com/${text}`;
}
