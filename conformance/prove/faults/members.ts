/** Faults of the members of JSON bodies. */

import { remember } from '../../../kit/remember.js';
import { swapCase } from '../../../kit/words.js';
import { isNumber } from '../../http/exact-number.js';
import { jsonOf } from '../../http/exchange.js';
import { writeJson } from '../../http/json.js';
import {
  type AnswerGroup,
  type Fault,
  type FaultKind,
  inAnswers,
  isSuccess,
  kindOf,
  type SeenExchange,
} from './fault.js';
import {
  absent,
  changeAt,
  isMember,
  memberName,
  type PlaceValues,
  placesIn,
  valueAt,
  withJson,
} from './json-places.js';
import { isSameResource } from './resources.js';

/** The places in the JSON bodies of a group, found once for all kinds. */
export const placesOf = remember(({ exchanges }: AnswerGroup): readonly PlaceValues[] =>
  placesIn(exchanges.flatMap(({ response }) => jsonOf(response) ?? []).map(({ value }) => value)),
);

/** The kinds that change a text a little. */
const ofTexts: ReadonlySet<string> = new Set(['member-other', 'member-truncated', 'member-case']);

/** Members with messages for people, by their usual names. */
const messages = /^(?:error_?)?(?:message|msg|detail|description|title|reason|summary)$/i;

/** Whether a place has messages for people, whose wording is the server's own affair. */
function isWording({ status }: AnswerGroup, one: PlaceValues): boolean {
  const isText = (value: unknown) =>
    typeof value === 'string' && (messages.test(memberName(one)) || /\s/.test(value));
  return status >= 400 && one.values.every(isText);
}

/** A time means the same in the other letter case (RFC 3339 §5.6). */
const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/i;

/**
 * A kind that replaces the value of one member after the other, wherever the member is.
 *
 * @param change the new value, which is the old one where the fault changes nothing
 */
function ofMembers(
  name: string,
  meaning: string,
  sentence: string,
  change: (value: unknown, place: PlaceValues) => unknown,
): FaultKind {
  return kindOf(name, meaning, (group) =>
    placesOf(group)
      .filter((one) => isMember(one) && !(ofTexts.has(name) && isWording(group, one)))
      .filter((one) => one.values.some((value) => change(value, one) !== value))
      .map((one) => changeMember(group, one, sentence, (value) => change(value, one))),
  );
}

function changeMember(
  group: AnswerGroup,
  { place, path }: PlaceValues,
  sentence: string,
  change: (value: unknown) => unknown,
): Omit<Fault, 'kind'> {
  return inAnswers(group, path, `${path} ${sentence}`, ({ response }) =>
    withJson(response, (body) => changeAt(body, place, change)),
  );
}

/**
 * Removes a whole number: of an id, a single digit less could be the id of another resource, and
 * which ones exist depends on what ran before.
 */
function withoutEnd(value: unknown): unknown {
  return typeof value === 'string' && value.length > 1 ? value.replace(/(?:\d+|.)$/s, '') : value;
}

function ofOtherType(value: unknown): unknown {
  if (typeof value === 'string') return 1;
  if (isNumber(value) || typeof value === 'boolean') return writeJson(value);
  return value === null ? value : 'text';
}

/** Another value that was seen in the same place. */
function otherValue(value: unknown, { values }: PlaceValues): unknown {
  if (typeof value === 'boolean') return !value;
  const isOther = (one: unknown) =>
    typeof one === typeof value && writeJson(one) !== writeJson(value);
  return values.find((one) => one !== null && typeof one !== 'object' && isOther(one)) ?? value;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : writeJson(value));

/** What was created has no value before. */
const mayBeStale = ({ status }: AnswerGroup) => isSuccess(status) && status !== 201;

/** The value of a member before the scenario changed it; a value of another type is no earlier one. */
function staleValue(
  seen: SeenExchange,
  before: readonly SeenExchange[],
  one: PlaceValues,
): unknown {
  const now = textOf(valueAt(jsonOf(seen.response)?.value, one.place) ?? null);
  const earlier = before
    .filter(({ response }) => isSuccess(response.status))
    .filter((other) => isSameResource(other, seen))
    .map(({ response }) => valueAt(jsonOf(response)?.value, one.place))
    .filter((value) => value !== undefined);
  return earlier.findLast((value) => textOf(value) !== now);
}

export const memberKinds: readonly FaultKind[] = [
  ofMembers('member-absent', 'a member is absent', 'is absent', () => absent),
  ofMembers('member-null', 'a member is null', 'is null', () => null),
  ofMembers('member-type', 'a member has another type', 'has another type', ofOtherType),
  kindOf('member-renamed', 'a member has another name', (group) =>
    placesOf(group)
      .filter(isMember)
      .map((one) => {
        const name = memberName(one);
        const rename = (object: unknown) =>
          typeof object === 'object' && object !== null && Object.hasOwn(object, name)
            ? Object.fromEntries(
                Object.entries(object).map(([key, value]) => [
                  key === name ? `${key}_` : key,
                  value,
                ]),
              )
            : object;
        const sentence = `${one.path} is named ${name}_`;
        return inAnswers(group, one.path, sentence, ({ response }) =>
          withJson(response, (body) => changeAt(body, one.place.slice(0, -1), rename)),
        );
      }),
  ),
  ofMembers(
    'member-other',
    "a member has another row's value",
    "has another row's value",
    otherValue,
  ),
  kindOf('member-stale', 'a member has the value before a change', (group) =>
    placesOf(group)
      .filter((one) => isMember(one) && !one.path.includes('[*]') && mayBeStale(group))
      .map((one) =>
        inAnswers(group, one.path, `${one.path} has the value before a change`, (seen, before) => {
          const stale = staleValue(seen, before, one);
          if (stale === undefined) return undefined;
          return withJson(seen.response, (body) => changeAt(body, one.place, () => stale));
        }),
      ),
  ),
  ofMembers(
    'member-truncated',
    'a text lacks its last character, or the number at its end',
    'lacks its end',
    withoutEnd,
  ),
  ofMembers(
    'member-case',
    'a text is in the other letter case',
    'is in the other letter case',
    (value) => (typeof value === 'string' && !time.test(value) ? swapCase(value) : value),
  ),
  ofMembers('member-rounded', 'a number is rounded', 'is rounded', (value) =>
    typeof value === 'number' ? Math.round(value) : value,
  ),
  kindOf(
    'member-extra',
    'an object has a further member, which the description forbids',
    (group, { isForbidden }) => {
      const [first] = group.exchanges;
      const faults = placesOf(group)
        .filter(({ values }) => values.some(isPlainObject))
        .map((one) => changeMember(group, one, 'has a further member', withExtra));
      return faults.filter(({ change }) => {
        const response = 'answer' in change && first ? change.answer(first, []) : undefined;
        return first !== undefined && response !== undefined && isForbidden({ ...first, response });
      });
    },
  ),
];

function withExtra(value: unknown): unknown {
  return isPlainObject(value) ? { ...value, unexpected: true } : value;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value);
}
