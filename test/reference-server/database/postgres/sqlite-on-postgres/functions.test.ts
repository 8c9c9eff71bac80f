/** The functions of SQLite: their examples on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionGroups } from '../../../../../reference-server/database/postgres/sqlite-on-postgres/functions/functions.js';
import type {
  Example,
  SqliteFunction,
} from '../../../../../reference-server/database/postgres/sqlite-on-postgres/functions/sqlite-function.js';
import {
  TranslationError,
  translate,
} from '../../../../../reference-server/database/postgres/sqlite-on-postgres/index.js';
import { endSharedPostgres, sharedAddress } from '../../../support/postgres.js';
import {
  type Engine,
  installCompatibility,
  openPostgres,
  openSqlite,
  type Step,
} from './engines.js';

let sqlite: Engine;
let postgres: Engine;

beforeAll(async () => {
  await installCompatibility(await sharedAddress());
  sqlite = openSqlite();
  postgres = await openPostgres(await sharedAddress());
});

afterAll(async () => {
  await sqlite.close();
  await postgres.close();
  await endSharedPostgres();
});

const functions = functionGroups.flatMap((group) => group.functions);
const isTranslated = ({ instead }: SqliteFunction) => instead === undefined;

function toStep(example: Example): Step {
  const [expression, ...values] = typeof example === 'string' ? [example] : example;
  return [`SELECT ${expression} AS value`, ...values];
}

test.each(functions.filter(isTranslated))('$names.0 has equal values', async ({ examples }) => {
  for (const step of examples.map(toStep)) {
    const expected = await sqlite.run(step);
    expect(expected, 'SQLite must run it').not.toHaveProperty('fault');
    expect({ step, result: await postgres.run(step) }).toEqual({ step, result: expected });
  }
});

describe.each(functions.filter((one) => !isTranslated(one)))('$names.0', (one) => {
  test('is refused with an alternative', () => {
    const sql = one.isTable ? `SELECT 1 FROM ${one.names[0]}(1)` : `SELECT ${one.names[0]}(1)`;
    expect(() => translate(sql)).toThrow(TranslationError);
    expect(() => translate(sql)).toThrow(`on PostgreSQL (line 1`);
    expect(() => translate(sql)).toThrow(one.instead);
  });

  test('exists on SQLite', async () => {
    for (const step of one.examples.map(toStep))
      expect(await sqlite.run(step)).not.toHaveProperty('fault');
  });
});

test('each name belongs to one function', () => {
  const names = functions.flatMap((one) => one.names);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
