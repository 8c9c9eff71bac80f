/**
 * Faults of a scripting service, planted from outside: the probes call our class in place of a
 * facility. It delegates to the facility and breaks one rule of §1. Variations of open points of §1
 * are planted in the same way.
 */

/** A change of a service. */
export interface ProbeChange {
  /** The paths of changed scripts in the project. Default: all endpoints. */
  readonly scripts?: RegExp;
  /** Replacements of texts, everywhere in a script. */
  readonly replace?: readonly (readonly [text: RegExp, replacement: string])[];
  /** Methods of the class `Faulty`, for the replacements to call. */
  readonly methods?: string;
  /** Wren code before a script. */
  readonly before?: string;
  /** A file to remove. */
  readonly without?: string;
}

/** One broken rule. */
export interface ProbeFault extends ProbeChange {
  /** Ids of the requirements that must fail, and no others; more may be blocked by them. */
  readonly violates: readonly string[];
}

/** A variation of an open point. */
export interface ProbeVariation extends ProbeChange {
  /** The observations by requirement; all others stay the same. */
  readonly observed: Readonly<Record<string, readonly string[]>>;
}

const endpoints = /^api\/(?!_)/;

/** The text of a script with the planted fault. */
export function plant(fault: ProbeChange, path: string, text: string): string {
  const { scripts = endpoints, replace = [], methods, before } = fault;
  if (!scripts.test(path)) return text;
  const faulty = replace.reduce((script, [found, other]) => script.replaceAll(found, other), text);
  const isChanged = faulty !== text;
  const head = [
    ...(isChanged && methods !== undefined ? [`class Faulty {\n${methods}\n}`] : []),
    ...(before === undefined ? [] : [before]),
  ];
  return [...head, faulty].join('\n');
}

/** Calls of the class `Faulty` in place of those of a facility. */
export const insteadOf = {
  method: [[/Request\.method/g, 'Faulty.method']],
  get: [[/Request\.get\(/g, 'Faulty.get(']],
  post: [[/Request\.post\(/g, 'Faulty.post(']],
  requestJson: [[/Request\.json\(\)/g, 'Faulty.json()']],
  isJson: [[/Request\.isJson/g, 'Faulty.isJson']],
  header: [[/Request\.header\(/g, 'Faulty.header(']],
  status: [[/Response\.status\(/g, 'Faulty.status(']],
  responseJson: [[/Response\.json\(/g, 'Faulty.json(']],
  cors: [[/Response\.cors/g, 'Faulty.cors']],
  toNum: [[/Util\.toNum\(/g, 'Faulty.toNum(']],
  first: [[/(`[^`]*`)\.first\((?!\))/g, 'Faulty.first($1, ']],
  fetch: [[/(`[^`]*`)\.fetch\((?!\))/g, 'Faulty.fetch($1, ']],
  query: [[/(`[^`]*`)\.query\((?!\))/g, 'Faulty.query($1, ']],
  order: [[/(\w+|`[^`]*`)\.order\(/g, 'Faulty.order($1, ']],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>;
