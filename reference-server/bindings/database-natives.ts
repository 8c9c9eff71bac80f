/** Natives that use the database: with one that answers later, the script that calls them waits. */
import {
  type Execution,
  isWithinTry,
  longTime,
  type Method,
  type Natives,
  suspending,
  toBytes,
  type Value,
  WrenAbort,
  type WrenQuery,
} from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { type MaybePromise, settle } from '../database/database.js';
import { checkScriptHost, currentScriptHost, type ScriptHost } from '../http/script-host.js';

/** A method of a script that works for a host. Its `this` is the receiver. */
export type DatabaseMethod = (
  this: never,
  host: ScriptHost,
  ...values: never[]
) => MaybePromise<Value>;

/**
 * Natives of methods that use the database.
 *
 * @param suspends whether the database suspends scripts until it answers
 */
export function databaseNatives(
  suspends: boolean,
  methods: Readonly<Record<string, DatabaseMethod>>,
): Natives {
  const entries = Object.entries(methods);
  if (!suspends)
    return longTime(Object.fromEntries(entries.map(([name, each]) => [name, toMethod(each)])));
  return Object.fromEntries(entries.map(([name, each]) => [name, suspending(toSlow(each))]));
}

/** No native here has more than two arguments; to gather any number would cost each call some time. */
function toMethod(method: DatabaseMethod): Method {
  return function (this: never, one: never, two: never) {
    // Such a database answers at once.
    return method.call(this, currentScriptHost(), one, two) as Value;
  };
}

function toSlow(method: DatabaseMethod) {
  return function (this: never, execution: Execution, one: never, two: never) {
    const host = checkScriptHost(execution.host);
    host.execution = execution;
    host.isGuarded = isWithinTry();
    return method.call(this, host, one, two);
  };
}

/**
 * Does something with the database. Its errors end the script with the database's message; errors
 * that are the script's own, and the end of its budget, pass unchanged.
 *
 * @param place what follows the message, a byte string, or the query that it is about
 */
export function useDatabase<Result, Next>(
  act: () => MaybePromise<Result>,
  next: (result: Result) => Next,
  place: string | WrenQuery,
): MaybePromise<Next> {
  return settle(act, next, (error) => {
    if (error instanceof WrenAbort) throw error;
    throw new WrenAbort(toBytes(messageOf(error)) + textOf(place), { cause: error });
  });
}

function textOf(place: string | WrenQuery): string {
  return typeof place === 'string' ? place : `, in the SQL statement: ${place.sql.trim()}`;
}
