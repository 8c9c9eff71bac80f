/** Faults of lists, and of the numbers beside them. */
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
import { changeAt, isMember, memberName, type PlaceValues, withJson } from './json-places.js';
import { placesOf } from './members.js';
import { ownTexts } from './resources.js';

/** Changes a list, given the places of the elements that belong to the scenario. */
type ListChange = (list: readonly unknown[], own: readonly number[]) => readonly unknown[];

/** A kind that changes the scenario's own elements of lists; others belong to other clients. */
function ofLists(name: string, meaning: string, sentence: string, change: ListChange): FaultKind {
  return kindOf(name, meaning, (group, { marker }) => {
    const lists = placesOf(group).filter(({ values }) => values.some((one) => isFilled(one)));
    return isSuccess(group.status)
      ? lists.map((one) => changeList(group, one, { sentence, change, marker }))
      : [];
  });
}

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;

interface ListFault {
  readonly sentence: string;
  readonly change: ListChange;
  readonly marker: string;
}

function changeList(
  group: AnswerGroup,
  { place, path }: PlaceValues,
  { sentence, change, marker }: ListFault,
): Omit<Fault, 'kind'> {
  const name = path === '$' ? 'the list' : path;
  return inAnswers(group, path, `${name} ${sentence}`, (seen, before) => {
    const texts = ownTexts([...before, seen], marker);
    return withJson(seen.response, (body) =>
      changeAt(body, place, (value) => {
        if (!Array.isArray(value)) return value;
        const own = ownElements(value, texts, seen);
        const changed = change(value, own);
        return own.length === 0 || writeJson(changed) === writeJson(value) ? value : changed;
      }),
    );
  });
}

/** A list inside of an own object has own elements, even where these are plain values. */
function ownElements(
  list: readonly unknown[],
  texts: readonly string[],
  { response }: SeenExchange,
): readonly number[] {
  const isOwn = (text: string) => texts.some((one) => text.includes(one));
  const own = list.flatMap((one, index) => (isOwn(writeJson(one)) ? [index] : []));
  const isWhole =
    Array.isArray(jsonOf(response)?.value) || list.some((one) => typeof one === 'object');
  return own.length > 0 || isWhole || !isOwn(response.body) ? own : [...list.keys()];
}

const without = (list: readonly unknown[], index: number | undefined) =>
  list.filter((_, at) => at !== index);

/** Numbers about a list, by their usual names. */
export const counts =
  /^(?:total|count|size|(?:total|item|element|result)_?(?:count|items|elements|results)?)$/i;
export const pages =
  /^(?:(?:current_?|total_?|last_?)?pages?|page_?(?:number|count|size)|per_?page|offset|limit|skip)$/i;

function ofNumbers(name: string, meaning: string, names: RegExp): FaultKind {
  return kindOf(name, meaning, (group) =>
    placesOf(group)
      .filter((one) => isMember(one) && names.test(memberName(one)))
      .filter(({ values }) => isSuccess(group.status) && values.some(Number.isInteger))
      .map(({ place, path }) =>
        inAnswers(group, path, `${path} is off by one`, ({ response }) =>
          withJson(response, (body) =>
            changeAt(body, place, (value) => (typeof value === 'number' ? value + 1 : value)),
          ),
        ),
      ),
  );
}

export const listKinds: readonly FaultKind[] = [
  ofLists('list-first', 'a list lacks its first element', 'lacks its first element', (list, own) =>
    without(list, own[0]),
  ),
  ofLists('list-last', 'a list lacks its last element', 'lacks its last element', (list, own) =>
    without(list, own.at(-1)),
  ),
  ofLists(
    'list-any',
    'a list lacks an element in its middle',
    'lacks an element in its middle',
    (list, own) => (own.length > 2 ? without(list, own[Math.floor(own.length / 2)]) : list),
  ),
  ofLists('list-twice', 'a list has an element twice', 'has an element twice', (list, own) =>
    list.flatMap((one, index) => (index === own[0] ? [one, one] : [one])),
  ),
  ofLists(
    'list-reversed',
    'a list is in the opposite order',
    'is in the opposite order',
    (list, own) =>
      list.map((one, index) => {
        const at = own.indexOf(index);
        return at < 0 ? one : list[own[own.length - 1 - at] ?? index];
      }),
  ),
  ofLists('list-empty', 'a list is empty', 'is empty', () => []),
  ofNumbers('count-off', 'the count of a list is off by one', counts),
  ofNumbers('page-off', 'the number of a page is off by one', pages),
];
