/** Finds the requests and statuses that the ready-made sentences of a scenario name. */
import type { Scenario } from '../scenarios/scenario.js';
import { statusClassesInWords } from '../sentences/values/parameter-types.js';

/** A request in a sentence. */
export interface NamedRequest {
  readonly method: string;
  /** With placeholders such as `${id}`: `/lamps/${id}`, or `${header:Location}`, which only a run knows. */
  readonly target: string;
}

/** The first request in a text; undefined when there is none. */
export function requestIn(text: string): NamedRequest | undefined {
  const [, method, target] =
    /\b([A-Z]+(?:-[A-Z]+)*) "?((?:\/|\$\{[^}]*\})(?:\$\{[^}]*\}|[^\s"])*)/.exec(text) ?? [];
  return method === undefined || target === undefined ? undefined : { method, target };
}

/** The path of a request with values for its placeholders; undefined when only a run knows it. */
export function pathOf({ target }: NamedRequest): string | undefined {
  if (!target.startsWith('/')) return undefined;
  return target.replace(/\$\{[^}]*\}/g, '1').replace(/[?#].*$/, '');
}

/** A request, and a status that a sentence demands of its answer. */
export interface ExercisedAnswer extends NamedRequest {
  readonly status: string | undefined;
}

/** All requests and demanded answers of a scenario, in order. */
export function exercisedBy({ steps }: Pick<Scenario, 'steps'>): readonly ExercisedAnswer[] {
  const exercised: ExercisedAnswer[] = [];
  let latest: NamedRequest | undefined;
  for (const { text } of steps) {
    const request = /\bclean(?:ed)? up\b/.test(text) ? undefined : requestIn(text);
    if (request !== undefined) {
      latest = request;
      exercised.push({ ...request, status: undefined });
    }
    if (latest === undefined) continue;
    for (const status of statusesIn(text)) exercised.push({ ...latest, status });
  }
  return exercised;
}

/** The demanded statuses: `the status is 200 or 204`, `the status is a client error`. */
export function statusesIn(text: string): readonly string[] {
  const [, words] = /\bstatus is (?!not\b)(.*)$/.exec(text) ?? [];
  if (words === undefined) return [];
  const numbers = [...words.matchAll(/\b[1-5](?:\d\d|xx)\b/gi)].map(([one]) => one);
  const classes = Object.entries(statusClassesInWords).filter(([name]) => words.includes(name));
  return [...numbers, ...classes.map(([, status]) => status)].map((one) => one.toUpperCase());
}
