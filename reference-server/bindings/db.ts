import {
  abort,
  checkFunction,
  checkString,
  constantTime,
  createAttempt,
  fromBytes,
  type HostClass,
  raiseAgain,
  reserveStack,
  toBytes,
  type Value,
  type WrenFiber,
  type WrenFn,
  WrenQuery,
  wrenNull,
} from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { after, type Engine, type MaybePromise, settle } from '../database/database.js';
import type { ScriptHost } from '../http/script-host.js';
import { databaseNatives, useDatabase } from './database-natives.js';

/** @param value a query literal or a string */
function toSqlText(value: Value): string {
  return fromBytes(value instanceof WrenQuery ? value.sql : checkString(value, 'Migration SQL'));
}

function migrate(host: ScriptHost, name: Value, sql: Value): MaybePromise<Value> {
  const { migrations } = host;
  if (migrations === undefined) abort('Db.migrate can be called only in _migration.wren.');
  const text = toSqlText(sql);
  const label = fromBytes(checkString(name, 'Migration name'));
  return settle(
    () => migrations.apply(label, text),
    () => wrenNull,
    (error) => abort(toBytes(messageOf(error))),
  );
}

function checkBlock(block: Value): WrenFn {
  const body = checkFunction(block, 'Block');
  if (body.arity > 0) abort('Block of a transaction must have no parameters.');
  return body;
}

const place = ', in a transaction.';

function begin({ queryRunner }: ScriptHost): MaybePromise<Value> {
  return useDatabase(
    () => queryRunner.begin(),
    () => wrenNull,
    place,
  );
}

function commit({ queryRunner }: ScriptHost): MaybePromise<Value> {
  return useDatabase(
    () =>
      settle(
        () => queryRunner.commit(),
        (done) => done,
        (error) =>
          after(queryRunner.rollBack(), () => {
            throw error;
          }),
      ),
    () => wrenNull,
    place,
  );
}

/** `Db.transaction` for a database that answers immediately. */
function transact(host: ScriptHost, block: Value): Value {
  const body = checkBlock(block);
  // An overflow in the block must not end the rollback, too: the outer block would go on, and commit.
  reserveStack();
  begin(host);
  let result: Value;
  try {
    result = body.code();
  } catch (error) {
    // Fiber.suspend() is no error: it ends the run, in whose end the transaction is still open.
    if (error instanceof Error) host.queryRunner.rollBack();
    throw error;
  }
  commit(host);
  return result;
}

/** `Db.transaction` for PostgreSQL, in Wren, so that the block can suspend. */
const suspendingTransaction = `
class Db {
  static transaction(block) {
    var attempt = Transaction.attempt(block)
    Transaction.begin()
    var result = attempt.try()
    if (Transaction.hasSucceeded(attempt)) {
      Transaction.commit()
      return result
    }
    Transaction.rollBack()
    Transaction.raise(attempt)
  }
}
`;

/** Natives for `suspendingTransaction`. */
const transactionClass: HostClass = {
  name: 'Transaction',
  statics: {
    ...constantTime({
      'attempt(_)': (block: Value) => {
        reserveStack();
        return createAttempt(checkBlock(block));
      },
      'hasSucceeded(_)': (fiber: WrenFiber) => fiber.isDone && fiber.failure === undefined,
      'raise(_)': (fiber: WrenFiber) => raiseAgain(fiber),
    }),
    ...databaseNatives(true, {
      'begin()': begin,
      'commit()': commit,
      'rollBack()': ({ queryRunner }: ScriptHost) => after(queryRunner.rollBack(), () => wrenNull),
    }),
  },
};

/**
 * The class `Db` (§1).
 *
 *     Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`)
 *
 *     Db.transaction {
 *       `UPDATE accounts SET sum = sum - 5 WHERE id = 1`.query
 *       `UPDATE accounts SET sum = sum + 5 WHERE id = 2`.query
 *     }
 *
 *     if (Db.engine == "postgresql") …
 *
 * - `migrate(name, sql)`: declares a migration, in `_migration.wren` only. It is applied once, in a
 *   transaction; the SQL, a query or a string, may contain several statements.
 * - `transaction(block)`: runs a block in a transaction, which is committed when the block ends and
 *   rolled back when a fault ends it; returns the value of the block. In a nested transaction, only
 *   the writes of the inner block are rolled back. The block must not yield to another fiber.
 * - `engine`: "sqlite" or "postgresql".
 */
export function dbClass(engine: Engine): HostClass {
  const suspends = engine !== 'sqlite';
  const statics = {
    ...constantTime({ engine: () => engine }),
    ...databaseNatives(suspends, { 'migrate(_,_)': migrate }),
  };
  return suspends
    ? { name: 'Db', statics, source: { text: suspendingTransaction, classes: [transactionClass] } }
    : {
        name: 'Db',
        statics: { ...statics, ...databaseNatives(false, { 'transaction(_)': transact }) },
      };
}
