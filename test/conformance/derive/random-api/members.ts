/** The kinds of members that resources have: what the description says, and what a server makes of a value. */
import type { Json } from '../../../../kit/collections.js';
import type { Random } from '../../../random.js';

/** How names of several words are written. */
export type Naming = 'camel' | 'snake' | 'kebab';

/** What a server may do with values before it stores them. */
export interface Normalisation {
  readonly trims: boolean;
  readonly lowersEmail: boolean;
  readonly sortsTags: boolean;
  readonly roundsNumbers: boolean;
  readonly padsDecimals: boolean;
  readonly writesTimesInUtc: boolean;
}

/** The resource that a member names, and the form in which it does. */
export interface ReferenceModel {
  readonly to: string;
  readonly form: 'id' | 'object' | 'list';
}

/** A member of a resource that clients send. Schemas are those of JSON Schema 2020-12. */
export interface MemberModel {
  readonly name: string;
  readonly kind: string;
  readonly schema: Json;
  readonly isRequired: boolean;
  readonly reference?: ReferenceModel;
}

/** Writes words as a name. */
export function nameIn(naming: Naming, words: string): string {
  const [first = '', ...rest] = words.split(' ');
  if (naming === 'snake') return [first, ...rest].join('_');
  if (naming === 'kebab') return [first, ...rest].join('-');
  return first + rest.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join('');
}

/** Writes words as the name of a type. */
export function typeName(words: string): string {
  return nameIn('camel', `a ${words}`).slice(1);
}

/** A kind of member before it has a place in a resource. */
interface Kind {
  readonly words: readonly string[];
  schema(random: Random, naming: Naming): Json;
  /** A value of a row that others have stored. */
  foreign(number: number, schema: Json, naming: Naming): unknown;
}

const text = { type: 'string' };
const pick = (values: unknown, number: number): unknown =>
  Array.isArray(values) ? values[number % values.length] : undefined;
const digits = (number: number, length: number): string => String(number).padStart(length, '0');

export const kinds: Readonly<Record<string, Kind>> = {
  title: {
    words: ['title', 'name', 'label', 'display name', 'subject'],
    schema: (random) => {
      const least = random.oneIn(3) ? {} : { minLength: random.pick([1, 2]) };
      const most = random.oneIn(5) ? {} : { maxLength: random.pick([40, 60, 100, 255]) };
      return { ...text, ...least, ...most };
    },
    foreign: (number) => `Foreign ${number}`,
  },
  notes: {
    words: ['notes', 'description', 'summary', 'comment', 'body text'],
    schema: (random) => ({ ...text, ...(random.oneIn(2) ? { maxLength: 500 } : {}) }),
    foreign: (number) => `Of somebody else, ${number}.`,
  },
  email: {
    words: ['email', 'contact email'],
    schema: () => ({ ...text, format: 'email' }),
    foreign: (number) => `foreign-${number}@elsewhere.example`,
  },
  link: {
    words: ['website', 'homepage url', 'image url'],
    schema: () => ({ ...text, format: 'uri' }),
    foreign: (number) => `https://elsewhere.example/${number}`,
  },
  code: {
    words: ['code', 'short code', 'sku', 'reference number'],
    schema: (random) => ({
      ...text,
      pattern: random.pick(['^[A-Z]{2}-[0-9]{4}$', '^[a-z0-9]{6,12}$', '^[0-9]{3}-[0-9]{6}$']),
    }),
    foreign: (number, { pattern }) => {
      if (String(pattern).startsWith('^[A-Z]')) return `ZZ-${digits(number % 10_000, 4)}`;
      return String(pattern).includes('a-z')
        ? `zz${digits(number, 6)}`
        : `000-${digits(number, 6)}`;
    },
  },
  state: {
    words: ['status', 'state', 'stage', 'visibility'],
    schema: (random) => ({
      ...text,
      enum: random.pick([
        ['draft', 'active', 'archived'],
        ['open', 'closed'],
        ['NEW', 'IN_PROGRESS', 'DONE'],
      ]),
    }),
    foreign: (number, schema) => pick(schema.enum, number),
  },
  rank: {
    words: ['priority', 'level', 'rating', 'max participants'],
    schema: (random) => ({
      type: 'integer',
      minimum: random.below(2),
      maximum: 5 + random.below(95),
    }),
    foreign: (number) => 1 + (number % 5),
  },
  quantity: {
    words: ['quantity', 'stock', 'seat count', 'floor'],
    schema: (random) => ({ type: 'integer', ...(random.oneIn(2) ? { minimum: 0 } : {}) }),
    foreign: (number) => number % 30,
  },
  price: {
    words: ['price', 'hourly rate', 'weight'],
    schema: (random) => ({
      type: 'number',
      ...(random.oneIn(2) ? { minimum: 0 } : { exclusiveMinimum: 0 }),
      ...(random.oneIn(3) ? { multipleOf: 0.01 } : {}),
      ...(random.oneIn(2) ? { maximum: 10_000 } : {}),
    }),
    foreign: (number) => 1 + (number % 40) / 4,
  },
  amount: {
    words: ['amount', 'total due', 'balance'],
    schema: () => ({ ...text, pattern: '^-?[0-9]+(\\.[0-9]{1,2})?$' }),
    foreign: (number) => `${number % 90}.50`,
  },
  flag: {
    words: ['active', 'is public', 'archived', 'remote'],
    schema: () => ({ type: 'boolean' }),
    foreign: (number) => number % 2 === 0,
  },
  day: {
    words: ['due date', 'birthday', 'valid until'],
    schema: () => ({ ...text, format: 'date' }),
    foreign: (number) => `2031-01-${digits(1 + (number % 28), 2)}`,
  },
  time: {
    words: ['starts at', 'published at', 'scheduled for'],
    schema: () => ({ ...text, format: 'date-time' }),
    foreign: (number) => `2031-01-${digits(1 + (number % 28), 2)}T08:00:00Z`,
  },
  uuid: {
    words: ['external ref', 'correlation key'],
    schema: () => ({ ...text, format: 'uuid' }),
    foreign: (number) => `00000000-0000-4000-8000-${digits(number, 12)}`,
  },
  tags: {
    words: ['tags', 'labels', 'keywords'],
    schema: (random) => ({
      type: 'array',
      items: { ...text, ...(random.oneIn(2) ? { minLength: 1, maxLength: 30 } : {}) },
      ...(random.oneIn(2) ? { maxItems: 3 + random.below(5) } : {}),
      ...(random.oneIn(2) ? { uniqueItems: true } : {}),
    }),
    foreign: (number) => [`foreign-${number % 3}`],
  },
  lines: {
    words: ['lines', 'line items', 'steps'],
    schema: (random, naming) => ({
      type: 'array',
      ...(random.oneIn(2) ? { minItems: 1 } : {}),
      ...(random.oneIn(2) ? { maxItems: 10 } : {}),
      items: {
        type: 'object',
        required: [nameIn(naming, 'item name')],
        properties: {
          [nameIn(naming, 'item name')]: { ...text, minLength: 1 },
          count: { type: 'integer', minimum: 1 },
        },
      },
    }),
    foreign: (number, _schema, naming) => [
      { [nameIn(naming, 'item name')]: `Foreign item ${number}`, count: 1 },
    ],
  },
  map: {
    words: ['attributes', 'custom fields', 'metadata'],
    schema: () => ({ type: 'object', additionalProperties: text }),
    foreign: (number) => ({ source: `foreign ${number}` }),
  },
  address: {
    words: ['address', 'home address', 'location'],
    schema: (_random, naming) => ({
      type: 'object',
      required: ['street', 'city'],
      properties: {
        street: { ...text, minLength: 1 },
        city: { ...text, minLength: 1 },
        [nameIn(naming, 'postal code')]: text,
      },
    }),
    foreign: (number, _schema, naming) => ({
      ...{ street: `Foreign Street ${number}`, city: 'Elsewhere' },
      [nameIn(naming, 'postal code')]: digits(number, 5),
    }),
  },
  payment: {
    words: ['payment', 'payout method'],
    schema: () => ({
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'last4'],
          properties: {
            kind: { ...text, enum: ['card'] },
            last4: { ...text, pattern: '^[0-9]{4}$' },
          },
        },
        {
          type: 'object',
          required: ['kind', 'iban'],
          properties: { kind: { ...text, enum: ['transfer'] }, iban: { ...text, minLength: 15 } },
        },
      ],
    }),
    foreign: (number) => ({ kind: 'card', last4: digits(number, 4) }),
  },
  size: {
    words: ['dimensions', 'box size'],
    schema: () => ({
      allOf: [
        {
          type: 'object',
          required: ['width'],
          properties: { width: { type: 'integer', minimum: 1 } },
        },
        {
          type: 'object',
          required: ['depth'],
          properties: { depth: { type: 'integer', minimum: 1 } },
        },
      ],
    }),
    foreign: (number) => ({ width: 1 + number, depth: 2 }),
  },
};

const decimals = (value: number): number => Math.round(value * 100) / 100;

/** What a server stores of a valid value. */
export function normalised(member: MemberModel, value: unknown, rules: Normalisation): unknown {
  if (typeof value === 'string') return normalisedText(member.kind, value, rules);
  if (typeof value === 'number' && member.kind === 'price' && rules.roundsNumbers)
    return decimals(value);
  if (member.kind === 'tags' && Array.isArray(value) && rules.sortsTags) return [...value].sort();
  return value;
}

function normalisedText(kind: string, value: string, rules: Normalisation): string {
  if (kind === 'email' && rules.lowersEmail) return value.toLowerCase();
  if (kind === 'amount' && rules.padsDecimals) return Number(value).toFixed(2);
  if (kind === 'uuid') return value.toLowerCase();
  if (kind === 'time' && rules.writesTimesInUtc && !Number.isNaN(Date.parse(value)))
    return new Date(value).toISOString();
  return rules.trims && ['title', 'notes'].includes(kind) ? value.trim() : value;
}
