/** Natives that use the database; with PostgreSQL, they suspend the script until it answers. */
import {
  type Execution,
  fromBytes,
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
import { explainSqlError } from '../database/sql-errors.js';
import { checkScriptHost, currentScriptHost, type ScriptHost } from '../http/script-host.js';

/** A method that uses the host of a run; `this` is the receiver. */
export type DatabaseMethod = (
  this: never,
  host: ScriptHost,
  ...values: never[]
) => MaybePromise<Value>;

/**
 * Makes natives of methods.
 *
 * @param suspends whether the database answers asynchronously and suspends scripts
 */
export function databaseNatives(
  suspends: boolean,
  methods: Readonly<Record<string, DatabaseMethod>>,
): Natives {
  const entries = Object.entries(methods);
  if (!suspends)
    return longTime(Object.fromEntries(entries.map(([name, each]) => [name, toMethod(each)])));
  return Object.fromEntries(entries.map(([name, each]) => [name, suspending(toSuspending(each))]));
}

/** The methods have at most two arguments; rest parameters would slow down each call. */
function toMethod(method: DatabaseMethod): Method {
  return function (this: never, one: never, two: never) {
    // A database that does not suspend scripts returns the result itself.
    return method.call(this, currentScriptHost(), one, two) as Value;
  };
}

function toSuspending(method: DatabaseMethod) {
  return function (this: never, execution: Execution, one: never, two: never) {
    const host = checkScriptHost(execution.host);
    host.execution = execution;
    host.isGuarded = isWithinTry();
    return method.call(this, host, one, two);
  };
}

/**
 * Uses the database. Its errors end the script with the database's message; errors of the script
 * and the end of its budget pass unchanged.
 *
 * @param place text after the message, a byte string; or the query that the message refers to
 */
export function useDatabase<Result, Next>(
  act: () => MaybePromise<Result>,
  next: (result: Result) => Next,
  place: string | WrenQuery,
): MaybePromise<Next> {
  return settle(act, next, (error) => {
    if (error instanceof WrenAbort) throw error;
    throw new WrenAbort(explain(messageOf(error), place), { cause: error });
  });
}

function explain(message: string, place: string | WrenQuery): string {
  if (typeof place === 'string') return toBytes(message) + place;
  const explained = toBytes(explainSqlError(message, fromBytes(place.sql)));
  return `${explained}, in the SQL statement: ${place.sql.trim()}`;
}
