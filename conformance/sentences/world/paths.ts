/** Paths of requests, which answers may have given as URLs. */

import { isObject } from '../../http/json.js';
import { mismatch } from '../../mismatches/mismatch.js';
import { NotTested, Violation } from '../../verdict/outcomes.js';
import { asText, isFromAnswer, placeOfValue, replacePlaceholders } from '../values/templates.js';
import { pathBelow } from './own-requests.js';
import type { ScenarioValues } from './scenario-values.js';
import type { SentenceWorld } from './sentence-world.js';

/** The world in which a path is filled. */
type PathWorld = Pick<SentenceWorld, 'run' | 'answer' | 'lookUp'> & { fill(text: string): string };

/** What a scenario knows of its values. */
interface KnownValues {
  readonly values: ScenarioValues;
  /** Values from answers that requests have used; the URL of a path is added. */
  readonly used: Set<string>;
}

/**
 * The path below the base URL for a text with placeholders; see `ScenarioWorld.fillPath`.
 *
 * @throws NotTested when it is not below the base URL, Violation as `fillPlace`
 */
export function fillPath(text: string, world: PathWorld, known: KnownValues): string {
  const [, first = '', query] = /^(\$\{[^}]*\})\?(.*)$/s.exec(text) ?? [];
  if (query !== undefined) {
    const before = fillPath(first, world, known);
    return `${before}${before.includes('?') ? '&' : '?'}${world.fill(query)}`;
  }
  const [, place = '', rest = ''] = /^((?:\$\{[^}]*\}|[^?])*)(.*)$/s.exec(text) ?? [];
  const filled = fillPlace(place, world, known) + world.fill(rest);
  // A path that begins with a slash in the feature is relative to the base URL.
  if (text.startsWith('/')) return filled;
  const { baseUrl } = world.run;
  const path = pathBelow(baseUrl, resolve(filled, text, world, known));
  if (path !== undefined) return path;
  throw new NotTested(undefined, `"${filled}" is not a path below the base URL ${baseUrl}`);
}

/**
 * Fills a path without its query.
 *
 * @throws Violation for a value from an answer that is no part of a path, such as `null`
 */
function fillPlace(text: string, world: PathWorld, { values, used }: KnownValues): string {
  return replacePlaceholders(text, (name) => {
    const value = world.lookUp(name);
    const link = isObject(value) ? value.href : undefined;
    if (typeof link === 'string') used.add(link);
    const part = typeof link === 'string' ? link : value;
    if (typeof part !== 'object' || !values.isFromAnswer(name)) return asText(part);
    throw new Violation([mismatch(placeOfValue(name), 'a text or a number for the path', part)]);
  });
}

/** Resolves a relative reference that the first placeholder of a text gave. */
function resolve(
  filled: string,
  text: string,
  world: PathWorld,
  { values, used }: KnownValues,
): string {
  const [, name = ''] = /^\$\{([^}]*)\}/.exec(text) ?? [];
  const origin = isFromAnswer(name) ? world.answer.request.url : values.urlBehind(name);
  const isBelowBase = /^\/(?!\/)/.test(filled) && !values.isFromAnswer(name);
  if (origin === undefined || isBelowBase || /^https?:/i.test(filled)) return filled;
  if (!URL.canParse(filled, origin)) return filled;
  const url = new URL(filled, origin).href;
  if (!values.isEndpoint(name)) used.add(url);
  return url;
}
