/** All functions of SQLite, by name. */
import { aggregates } from './aggregates.js';
import { json } from './json.js';
import { numbers } from './numbers.js';
import type { FunctionGroup, SqliteFunction } from './sqlite-function.js';
import { texts } from './texts.js';
import { times } from './times.js';
import { values } from './values.js';
import { windows } from './windows.js';

/** The functions in the order of the documentation. */
export const functionGroups: readonly FunctionGroup[] = [
  values,
  texts,
  numbers,
  times,
  json,
  aggregates,
  windows,
];

const functions = functionGroups.flatMap((group) => group.functions);

const byName: ReadonlyMap<string, SqliteFunction> = new Map(
  functions.flatMap((each) => each.names.map((name) => [name, each])),
);

/** The function of a name in lower case; undefined when SQLite has none. */
export const findFunction = (name: string): SqliteFunction | undefined => byName.get(name);

/** SQL that defines the functions of the compatibility schema that belong to one function each. */
export const functionDefinitions: readonly string[] = functions.flatMap(
  ({ definitions = [] }) => definitions,
);
