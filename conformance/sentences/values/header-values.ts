/** Values from the headers of an answer, for placeholders and for sentences that remember them. */
import { headerOf, type ReceivedResponse } from '../../http/exchange.js';
import { mismatch, present } from '../../verdict/compare.js';
import { Violation } from '../../verdict/outcomes.js';

/**
 * The value of a header.
 *
 * @throws Violation when it is absent
 */
export function demandHeader(response: ReceivedResponse, name: string): string {
  return demandPresent(`header ${name.toLowerCase()}`, headerOf(response, name));
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
  return demandPresent(`cookie ${name}`, value?.trim());
}

/** A parameter of a link: its name, and its value with or without quotes. */
const parameter = /\s*;\s*([^\s;,="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * A link (RFC 8288 §3): its target and its parameters. By hand, in two expressions, which pass over
 * what is no link, so that a mistake in one link does not hide the next.
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
  return demandPresent(`link ${relation}`, found?.[1]);
}

/** The relations of a link; only its first parameter `rel` counts. */
function relationsIn(parameters: string): readonly string[] {
  const pairs = [...parameters.matchAll(parameter)];
  const [, , quoted, plain = ''] = pairs.find(([, name]) => name?.toLowerCase() === 'rel') ?? [];
  return (quoted ?? plain).toLowerCase().split(/\s+/);
}

function demandPresent(path: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Violation([mismatch(path, present.description, value)]);
}
