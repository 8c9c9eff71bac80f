/** The words of mismatches: the only place where they are made. */
import { ownMember } from '../../kit/collections.js';
import { escapeInvisible } from '../../kit/words.js';
import { writeJson } from '../http/json.js';
import type {
  Expected,
  Location,
  Mismatch,
  Observed,
  Place,
  RecordedMismatch,
  TextMismatch,
} from './mismatch.js';

const longestRendering = 120;

/**
 * Renders a value as JSON, with escape sequences for invisible characters; cuts a long text, and
 * returns "nothing" for an absent value.
 */
export function render(value: unknown): string {
  const text = value === undefined ? 'nothing' : escapeInvisible(writeJson(value));
  return text.length <= longestRendering ? text : `${text.slice(0, longestRendering - 1)}…`;
}

/** A request and the status of its answer, as the words of a place name them. */
export interface NamedExchange {
  readonly request: { readonly method: string; readonly url: string };
  readonly response?: { readonly status: number } | null;
}

/**
 * The texts of a mismatch.
 *
 * @param named the exchanges that its place names, as references of the mismatch
 */
export function textOf<Shown>(
  one: Mismatch<Shown>,
  named: (reference: Shown) => NamedExchange | undefined = () => undefined,
): TextMismatch {
  const [exchange, after] = [one.exchange, one.after].map((each) =>
    each === undefined ? undefined : named(each),
  );
  const counted = isLength(one) ? '.length' : '';
  return {
    path: `${describePlace(one.place)}${counted}${describeExchanges(one.place, exchange, after)}`,
    expected: describeExpected(one.expected),
    observed: describeObserved(one.observed),
  };
}

/** Whether a mismatch compares the length of an array with a number. */
function isLength({ kind, place, expected }: Mismatch<unknown>): boolean {
  return kind === 'count' && place.part !== 'list' && expected.is === 'value';
}

/** A case, as far as the words of its mismatches need it. */
interface CaseWithMismatches {
  readonly mismatches: readonly RecordedMismatch[];
  readonly exchanges: readonly NamedExchange[];
  /** Default: the last exchange. */
  readonly decisive?: number;
}

/** The texts of the mismatches of a case; its decisive exchange needs no name. */
export function textsOf({ mismatches, exchanges, decisive }: CaseWithMismatches): TextMismatch[] {
  const known = decisive ?? exchanges.length - 1;
  const named = (index: number) => exchanges[index];
  return mismatches.map(({ exchange, ...one }) => {
    const isOther = exchange !== undefined && exchange !== known;
    return textOf(isOther ? { ...one, exchange } : one, named);
  });
}

/** The mismatches of a case in one line of any length. */
export function describeMismatches(one: CaseWithMismatches): string {
  return textsOf(one).map(describeText).join('; ');
}

/** Renders a mismatch in one line of any length. */
export function describeText({ path, expected, observed }: TextMismatch): string {
  return `${path}: expected ${expected}, observed ${observed}`;
}

/** The name of a place: `status`, `header access-control-allow-origin`, `body.data[2].price`. */
export function describePlace({ part, name = '', location }: Place): string {
  const noun = part === 'header' ? ownMember(headerParts, name) : undefined;
  const [first, ...rest] = location;
  if (noun !== undefined && first !== undefined) {
    return rest.reduce<string>(describeStep, `${noun} ${first}`);
  }
  return location.reduce<string>(describeStep, describePart(part, name));
}

/** The parts of headers that have names. */
const headerParts: Readonly<Record<string, string>> = {
  'set-cookie': 'cookie',
  link: 'link',
  'www-authenticate': 'challenge',
};

/** The way to a value inside another one: `items[2].price` */
export function describeSteps(location: Location): string {
  return location.reduce<string>(describeStep, '').replace(/^\./, '');
}

function describePart(part: Place['part'], name: string): string {
  switch (part) {
    case 'status':
    case 'body':
    case 'answer':
      return part;
    case 'header':
      return `header ${name}`;
    case 'answers':
      return 'the bodies';
    case 'envelope':
      return 'the envelope of the body';
    default:
      return name;
  }
}

/** A step into each element of an array: `[*]` */
export const everyIndex = Number.NaN;

/** The path of a member or element: `body.items`, `body[2]`, `body["first name"]`. */
function describeStep(path: string, step: string | number): string {
  if (Number.isNaN(step)) return `${path}[*]`;
  if (typeof step === 'number') return `${path}[${step}]`;
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)
    ? `${path}.${step}`
    : `${path}[${JSON.stringify(step)}]`;
}

/** The location of a value in a JSON document, as a JSON pointer (RFC 6901). */
export function pointerTo(location: Location): string {
  return location
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** ` of PUT /todos/7`, ` after PUT /todos/7 → 200` */
function describeExchanges(
  { part }: Place,
  exchange: NamedExchange | undefined,
  after: NamedExchange | undefined,
): string {
  const change = after && ` after ${requestLine(after)} → ${after.response?.status ?? 'no answer'}`;
  const shown = exchange && part === 'status' ? ` of ${requestLine(exchange)}` : '';
  return change ?? shown;
}

function requestLine({ request: { method, url } }: NamedExchange): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}

const statusClasses: Readonly<Record<string, string>> = {
  '2xx': 'a success',
  '3xx': 'a redirection',
  '4xx': 'a client error',
  '5xx': 'a server error',
};

/** In words that follow "expected". */
export function describeExpected(expected: Expected): string {
  const { note } = expected;
  return note === undefined ? describeDue(expected) : `${describeDue(expected)} ${note}`;
}

function describeDue(expected: Expected): string {
  if (expected.is === 'value') return expected.digits ?? render(expected.value);
  if (expected.is !== 'status') return expected.words;
  const words = expected.statuses.map((one) => statusClasses[one] ?? one).join(' or ');
  return expected.isExcluded ? `not ${words}` : words;
}

function describeObserved(observed: Observed): string {
  if (observed.is !== 'value') return observed.words;
  return observed.digits ?? render(observed.value);
}
