/** Paths of requests, which answers may have given as URLs. */
import { NotTested } from '../../verdict/outcomes.js';
import { isFromAnswer } from '../values/templates.js';
import { pathBelow } from './own-requests.js';
import type { ScenarioValues } from './scenario-values.js';
import type { SentenceWorld } from './sentence-world.js';

/** The world in which a path is filled. */
type PathWorld = Pick<SentenceWorld, 'run' | 'answer'> & { fill(text: string): string };

/** What a scenario knows of its values. */
interface KnownValues {
  readonly values: ScenarioValues;
  /** Values from answers that requests have used; the URL of a path is added. */
  readonly used: Set<string>;
}

/**
 * The path below the base URL for a text with placeholders; see `ScenarioWorld.fillPath`.
 *
 * @throws NotTested when it is not below the base URL
 */
export function fillPath(text: string, world: PathWorld, known: KnownValues): string {
  const [, first = '', query] = /^(\$\{[^}]*\})\?(.*)$/s.exec(text) ?? [];
  if (query !== undefined) {
    const before = fillPath(first, world, known);
    return `${before}${before.includes('?') ? '&' : '?'}${world.fill(query)}`;
  }
  const filled = world.fill(text);
  // A path that begins with a slash in the feature is relative to the base URL.
  if (text.startsWith('/')) return filled;
  const { baseUrl } = world.run;
  const path = pathBelow(baseUrl, resolve(filled, text, world, known));
  if (path !== undefined) return path;
  throw new NotTested(undefined, `"${filled}" is not a path below the base URL ${baseUrl}`);
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
