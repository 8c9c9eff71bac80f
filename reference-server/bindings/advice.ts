/**
 * Advice for faults whose message contains none: Wren's messages name the mistake, and authors who
 * come from another service or language need the remedy.
 */
import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import type { Engine } from '../database/database.js';
import type { NullOrigin, ScriptHost } from '../http/script-host.js';
import { hostClasses } from './interpreter.js';
import { queryMethods } from './query.js';

/** Signatures of the natives of scripts, such as `get(_)`, by the name of their class. */
type Members = ReadonlyMap<string, readonly string[]>;

function membersOf(engine: Engine): Members {
  const query = ['Query', Object.keys(queryMethods(engine !== 'sqlite'))] as const;
  const classes = hostClasses(engine).map(
    ({ name, statics = {} }) => [name, Object.keys(statics)] as const,
  );
  return new Map([query, ...classes]);
}

/** Length of a message that is recognized, in bytes: a script may make one of a hundred megabytes. */
const longestMessage = 1_000;

/** Length of a text quoted in the log, in bytes. */
const longestQuotation = 40;

function quote(text: string): string {
  const start = fromBytes(text.slice(0, longestQuotation));
  return JSON.stringify(text.length > longestQuotation ? `${start}…` : start);
}

const numberAdvice = 'A text is converted to a number by Util.toNum(text).';

/** Advice by the message of the fault; the first match counts. */
const advices: readonly [message: RegExp, advise: (match: RegExpExecArray) => string][] = [
  [
    /^Query does not implement '(first|fetch|query)\(_,/,
    ([, name]) => `The values of a statement are one list: write ${name}([first, second]).`,
  ],
  [
    /^String does not implement '(?:first|fetch|query|order)\b/,
    () => 'Only a text between backticks is an SQL statement: write `SELECT …`.fetch.',
  ],
  [
    /^List does not implement 'order\(/,
    () => 'The rows have been read already: write order(…) before fetch.',
  ],
  [
    /^Map does not implement '([a-z]\w*)'\.$/,
    ([, name]) => `A map is read by its keys: write map["${name}"].`,
  ],
  [
    /^Subscript must be a number/,
    () =>
      'Only maps have texts as keys: Request.json() reads an object as a map, first returns a map, and fetch a list of maps.',
  ],
  [
    /^Null does not implement '(json|text|html|header|status|cookie|redirect)\(/,
    ([, name]) =>
      `The methods of Response return null: write Response.${name}(…) as a statement of its own.`,
  ],
  [
    /^Right operand must be a string/,
    () => 'A text can be joined only with a text: write "…%(value)", or value.toString.',
  ],
  [
    / must be a string/,
    () =>
      'Convert a number with toString, and replace null with || "". Util.toNum(value) accepts numbers and null, too.',
  ],
  [
    /^Right operand must be a number|^String does not implement '(?:[-*/%<>]|to|parse)/,
    () => numberAdvice,
  ],
  [
    /^Num does not implement '(?:count|split|trim|replace|contains|startsWith|endsWith|indexOf)\b/,
    () => 'A number is converted to a text by value.toString.',
  ],
];

function adviseOnMessage(message: string): string | undefined {
  for (const [pattern, advise] of advices) {
    const match = pattern.exec(message);
    if (match !== null) return advise(match);
  }
  return undefined;
}

const unknownMember = /^(\w+)(?: metaclass)? does not implement '(\w+)(.*)'\.$/s;

function adviseOnMember(message: string, members: Members): string | undefined {
  const [, owner = '', name = ''] = unknownMember.exec(message) ?? [];
  const signatures = members.get(owner);
  if (signatures === undefined) return undefined;
  const sameName = signatures.filter((each) => each.replace(/\W.*/, '') === name);
  const known = sameName.length > 0 ? sameName : signatures;
  const list = `${owner} has ${known.join(', ')}.`;
  return owner === 'Db' ? `${list} An SQL statement is a text between backticks.` : list;
}

/** Wren's messages for null in place of a number. */
const nullForNumber = /^Null does not implement| must be a (?:whole )?number/;

function adviseOnNumber(message: string, { method, text = '' }: NullOrigin): string | undefined {
  if (method !== 'Util.toNum' || !nullForNumber.test(message)) return undefined;
  return `Util.toNum gave null for ${quote(text)}, which is not a number: give a default, as in Util.toNum(text) || 0, or check for null.`;
}

function adviseOnNull(message: string, { method, text }: NullOrigin): string | undefined {
  if (!message.startsWith('Null does not implement')) return undefined;
  return text === undefined
    ? `${method} gave null, because no row was found: check for it, as in if (!row) …`
    : `${method}(${quote(text)}) gave null, because the request has none: give a default with ||, or check for null.`;
}

/**
 * Advice for the author of a script that failed; ordinary text. Undefined when there is none.
 *
 * @param fault the error that ended the script
 * @param host of the run
 */
export function adviseOn(
  fault: unknown,
  { database, lastNull }: Pick<ScriptHost, 'database' | 'lastNull'>,
): string | undefined {
  if (!(fault instanceof WrenRuntimeError)) return undefined;
  const message = fromBytes(fault.message.slice(0, longestMessage));
  return (
    (lastNull && adviseOnNumber(message, lastNull)) ??
    adviseOnMessage(message) ??
    adviseOnMember(message, membersOf(database.engine)) ??
    (lastNull && adviseOnNull(message, lastNull))
  );
}
