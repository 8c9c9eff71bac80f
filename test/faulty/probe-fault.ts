/**
 * What a fault of a scripting service is, planted from outside: the probes call a class of ours in
 * place of a facility, which passes on to the facility and breaks one rule of §1. What §1 leaves
 * open is done otherwise in the same way.
 */

/** What a service does otherwise. */
export interface ProbeChange {
  /** The scripts in which it is planted, by their paths in the project; all endpoints unless given. */
  readonly scripts?: RegExp;
  /** What stands in a script and what takes its place, everywhere in it. */
  readonly replace?: readonly (readonly [text: RegExp, replacement: string])[];
  /** Methods of the class `Faulty`, for the replacements to call. */
  readonly methods?: string;
  /** Wren that runs before a script. */
  readonly before?: string;
  /** A file that is taken away. */
  readonly without?: string;
}

/** One broken rule. */
export interface ProbeFault extends ProbeChange {
  /** Ids of the requirements that must fail, and no others; more may be blocked by them. */
  readonly violates: readonly string[];
}

/** What a service does where the specification leaves it open. */
export interface ProbeVariation extends ProbeChange {
  /** By the ids of requirements; all others are observed as they are without it. */
  readonly observed: Readonly<Record<string, readonly string[]>>;
}

const endpoints = /^api\/(?!_)/;

/** The text of a script with the fault planted. */
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
