/** Values from the headers of an answer, for placeholders and for sentences that remember them. */

import { headerOf, type ReceivedResponse } from '../../http/exchange.js';
import { atHeader, mismatch, type Place, within } from '../../mismatches/mismatch.js';
import { present } from '../../verdict/compare.js';
import { Violation } from '../../verdict/outcomes.js';

/**
 * The value of a header.
 *
 * @throws Violation when it is absent
 */
export function demandHeader(response: ReceivedResponse, name: string): string {
  return demandPresent(atHeader(name), headerOf(response, name));
}

/**
 * The value of a cookie that the answer sets, encoded as it came (RFC 6265 §4.1).
 *
 * @throws Violation when the answer does not set it
 */
export function demandCookie({ headers }: ReceivedResponse, name: string): string {
  const pairs = headers
    .filter(([key]) => key === 'set-cookie')
    .map(([, value]) => /^\s*([^=;]*?)\s*=\s*([^;]*)/.exec(value) ?? []);
  const [, , value] = pairs.findLast(([, one]) => one === name) ?? [];
  return demandPresent(within(atHeader('set-cookie'), name), value?.trim());
}

/** A parameter of a link: its name, and its value with or without quotes. */
const parameter = /\s*;\s*([^\s;,="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * A link (RFC 8288 §3): its target and its parameters. Parsed with two expressions that skip
 * everything else, so that a mistake in one link does not hide the next.
 */
const links = new RegExp(`<([^<>]*)>((?:${parameter.source})*)`, 'g');

/**
 * The target of the first link with a relation, as it came.
 *
 * @throws Violation when no header `Link` has one
 */
export function demandLink({ headers }: ReceivedResponse, relation: string): string {
  const all = headers
    .filter(([name]) => name === 'link')
    .flatMap(([, value]) => [...value.matchAll(links)]);
  const found = all.find(([, , parameters = '']) =>
    relationsIn(parameters).includes(relation.toLowerCase()),
  );
  return demandPresent(within(atHeader('link'), relation), found?.[1]);
}

/** The relations of a link; only its first parameter `rel` counts. */
function relationsIn(parameters: string): readonly string[] {
  const pairs = [...parameters.matchAll(parameter)];
  const [, , quoted, plain = ''] = pairs.find(([, name]) => name?.toLowerCase() === 'rel') ?? [];
  return (quoted ?? plain).toLowerCase().split(/\s+/);
}

/** The members of a list (RFC 9110 §5.6.1); commas inside quotes separate none. */
export function membersOf(value: string): readonly string[] {
  const members = value.match(/(?:[^",]|"(?:[^"\\]|\\.)*"|")+/gs) ?? [];
  return members.map((member) => member.trim());
}

/** A challenge (RFC 9110 §11.3): its scheme, and its parameters by their names, in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const challengeParameter = new RegExp(
  `^(?:(${token}) +)?(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))$`,
  's',
);

/** The challenges of a header such as `WWW-Authenticate`, with their parameters without quotes. */
export function challengesIn(value: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Record<string, string> }[] = [];
  for (const member of membersOf(value)) {
    const [, scheme, name, quoted, plain = ''] = challengeParameter.exec(member) ?? [];
    if (name === undefined || scheme !== undefined) {
      const word = scheme ?? member.replace(/\s.*/s, '');
      challenges.push({ scheme: word.toLowerCase(), parameters: {} });
    }
    const parameters = challenges.at(-1)?.parameters;
    if (name === undefined || parameters === undefined) continue;
    const key = name.toLowerCase();
    if (Object.hasOwn(parameters, key)) continue;
    parameters[key] = quoted?.replace(/\\(.)/gs, '$1') ?? plain;
  }
  return challenges;
}

function demandPresent(place: Place, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Violation([mismatch(place, present.expected, value)]);
}
