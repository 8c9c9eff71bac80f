/** Timestamps. Their ISO-like form is not specified. */

/** A date of HTTP or mail (RFC 9110 §5.6.7, RFC 5322 §3.3). */
const namedMonth =
  /^(?:[a-z]{3,9},? )?\d{1,2}[ -][a-z]{3,9}[ -]\d{2,4} \d\d:\d\d(?::\d\d)?(?<zone> (?:[a-z]{1,4}|[+-]\d{4}))?$/i;

/** ISO 8601, extended or basic, with variants of databases and languages. */
const isoLike =
  /^(\d{4}-?\d\d-?\d\d)(?:[T ](\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?))?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?(?:\[[\w/+-]+\])?$/i;

function matchIsoLike(value: unknown): RegExpExecArray | null {
  return typeof value === 'string' ? isoLike.exec(value) : null;
}

/** Smaller numbers are seconds since 1970, others milliseconds: the limit is in 1973, or in 5138. */
const leastMilliseconds = 1e11;

/**
 * Milliseconds since 1970, with UTC for a missing zone; undefined when the value is not a timestamp.
 * Only the form of users is stated (§2), so a number or a text with a named month is accepted, too.
 */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value < leastMilliseconds ? value * 1000 : value;
  return typeof value === 'string' ? (timeOfIsoLike(value) ?? timeOfNamedMonth(value)) : undefined;
}

/** Like `timeOf`; an unreadable time counts as earlier than every other: 1970. */
export function timeOrEarliest(value: unknown): number {
  return timeOf(value) ?? 0;
}

/** Milliseconds since 1970 of an ISO-like text; undefined for any other value. */
export function timeOfIsoLike(value: unknown): number | undefined {
  const match = matchIsoLike(value);
  if (match === null) return undefined;
  const [, day = '', time = '00:00', zone = 'Z'] = match;
  const date = day.replace(/^(\d{4})-?(\d\d)-?/, '$1-$2-');
  const milliseconds = Date.parse(`${date}T${extendTime(time)}${extendZone(zone)}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function timeOfNamedMonth(text: string): number | undefined {
  const match = namedMonth.exec(text);
  if (match === null) return undefined;
  const milliseconds = Date.parse(match.groups?.zone === undefined ? `${text} GMT` : text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Whether a timestamp has a time zone; a number is always in UTC. */
export function namesZone(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  return (
    isoLike.exec(value)?.[3] !== undefined || namedMonth.exec(value)?.groups?.zone !== undefined
  );
}

/** Whether a timestamp has a date but no time. */
export function isToTheDay(value: unknown): boolean {
  const match = matchIsoLike(value);
  return match !== null && match[2] === undefined;
}

/** Whether a timestamp has minutes but no seconds. */
export function isToTheMinute(value: unknown): boolean {
  return /^\d\d:?\d\d$/.test(matchIsoLike(value)?.[2] ?? '');
}

/** Whether a timestamp has seconds. */
export function tellsSeconds(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  const match = isoLike.exec(value);
  const time = match === null ? value : match[2];
  return /\d\d:?\d\d:?\d\d/.test(time ?? '');
}

/** Converts 120000,5 to 12:00:00.5. */
function extendTime(time: string): string {
  return time
    .replace(/^(\d\d):?(\d\d):?/, '$1:$2:')
    .replace(/:$/, '')
    .replace(',', '.');
}

/** Converts +02 to +02:00. */
function extendZone(zone: string): string {
  if (/[a-z]/i.test(zone)) return 'Z';
  return zone.replace(
    /^(.\d\d):?(\d\d)?$/,
    (_zone, hours, minutes) => `${hours}:${minutes ?? '00'}`,
  );
}

/** The name of the form, for observations. */
export function formOf(value: unknown): string {
  const match = typeof value === 'string' ? isoLike.exec(value) : null;
  if (match === null) return typeof value === 'string' ? 'other text' : typeof value;
  const [text, , time = '', zone] = match;
  const joint = /\dT\d/i.test(text) ? 'T between' : 'space between';
  const separator = time === '' ? 'date only' : joint;
  const fraction = /[.,]/.test(time) ? 'fraction' : 'no fraction';
  return `${separator}, ${fraction}, ${zone === undefined ? 'no zone' : 'zone'}`;
}
