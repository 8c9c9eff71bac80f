/** The natives of the host classes with the cost of each. */
import type { IncomingMessage } from 'node:http';
import { WrenMap } from '../../../interpreter/index.js';
import { defineNatives } from '../../../interpreter/runtime/class.js';
import { WrenQuery } from '../../../interpreter/runtime/query.js';
import {
  type Value,
  WrenBlock,
  type WrenClass,
  WrenList,
  wrenNull,
} from '../../../interpreter/runtime/values.js';
import { hostClasses as hostClassesOf } from '../../../reference-server/bindings/interpreter.js';
import { queryMethods as queryMethodsOf } from '../../../reference-server/bindings/query.js';
import { openFile } from '../../../reference-server/database/sqlite/file.js';
import { SqliteDatabase } from '../../../reference-server/database/sqlite/sqlite-database.js';
import { RequestContext } from '../../../reference-server/http/request-context.js';
import {
  constant,
  linear,
  type MakeCall,
  makeHostClass,
  type NativeTable,
  rope,
} from '../../interpreter/natives/native-case.js';

const hostClasses = hostClassesOf('sqlite');
const queryMethods = queryMethodsOf(false);
const classes = hostClasses.map((each) => makeHostClass(each));

class Query extends WrenQuery {}
defineNatives(Query.prototype, queryMethods);

const database = new SqliteDatabase(openFile(':memory:'));

/** A request context with a form, a query string and cookies of the given size. */
export function makeHost(size: number): RequestContext {
  const pairs = 'a=%41&'.repeat(size / 6);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: pairs.replaceAll('&', ';'),
  };
  const rawHeaders = Object.entries(headers).flat();
  const url = `/api/a?${pairs}`;
  const request = { method: 'POST', url, headers, rawHeaders } as unknown as IncomingMessage;
  return new RequestContext(database, request, pairs);
}

/** The names of all natives, by class. */
export function listHostNatives(): string[] {
  return [
    ...hostClasses.flatMap(({ name, statics = {}, methods = {} }) => [
      ...Object.keys(statics).map((signature) => `${name}.static ${signature}`),
      ...Object.keys(methods).map((signature) => `${name}.${signature}`),
    ]),
    ...Object.keys(queryMethods).map((signature) => `Query.${signature}`),
  ];
}

function classNamed(name: string): WrenClass {
  const found = classes.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no class ${name}.`);
  return found;
}

function statics(
  name: string,
  signatures: string,
  kind: (make: MakeCall) => NativeTable[string],
  ...values: readonly ((size: number) => Value)[]
): NativeTable {
  const make: MakeCall = (size) => [classNamed(name), ...values.map((value) => value(size))];
  return Object.fromEntries(
    signatures.split(' ').map((each) => [`${name}.static ${each}`, kind(make)]),
  );
}

/** A query with one long value as its result, and with parameters. */
function longValue(size: number, parameterCount: number): WrenQuery {
  const columns = [`hex(zeroblob(${size / 2})) AS text`, ...Array(parameterCount).fill('?')];
  return new Query(`SELECT ${columns.join(', ')}`);
}

const text = (size: number): Value => rope(size);
const escapes = (size: number): Value => `${'%<'.repeat(size / 2)}${rope(size)}`;
const numbers = (size: number): Value => new WrenList(Array<Value>(size).fill(1));
const parameters = (size: number): Value => new WrenList([rope(size)]);
const cookieOptions = (size: number): Value => {
  const options = new WrenMap();
  options.set('path', rope(size));
  return options;
};
const short = (): Value => 'a';
const block = new WrenBlock(0, () => wrenNull);

function queries(signatures: string, ...values: readonly ((size: number) => Value)[]): NativeTable {
  const make: MakeCall = (size) => [
    longValue(size, values.length),
    ...values.map((value) => value(size)),
  ];
  return Object.fromEntries(signatures.split(' ').map((each) => [`Query.${each}`, linear(make)]));
}

/** The test fails for a native without an entry. */
export const hostNatives: NativeTable = {
  ...statics('Request', 'method uri body isJson', constant),
  ...statics('Request', 'path query', linear),
  ...statics('Request', 'form cookies', linear),
  ...statics('Request', 'headers', constant),
  ...statics('Request', 'json()', linear),
  ...statics('Request', 'get(_) post(_) file(_) header(_) cookie(_)', linear, text),
  ...statics('Request', 'route(_)', linear, () => 0),
  ...statics('Response', 'status(_)', constant, () => 200),
  ...statics('Response', 'cors', constant),
  ...statics('Response', 'cors(_)', linear, text),
  ...statics('Response', 'cors(_,_,_)', linear, text, text, text),
  ...statics('Response', 'json(_)', linear, numbers),
  ...statics('Response', 'text(_) html(_)', linear, text),
  ...statics('Response', 'header(_,_)', linear, short, text),
  ...statics('Response', 'redirect(_)', linear, escapes),
  ...statics('Response', 'redirect(_,_)', linear, escapes, () => 302),
  ...statics('Response', 'cookie(_,_)', linear, short, escapes),
  ...statics('Response', 'cookie(_,_,_)', linear, short, escapes, cookieOptions),
  ...statics('Db', 'migrate(_,_)', linear, text, text),
  ...statics('Db', 'transaction(_)', constant, () => block),
  ...statics('Db', 'engine', constant),
  ...statics('Util', 'uuid() token()', constant),
  ...statics('Util', 'toNum(_) sha256(_) base64Encode(_) base64Decode(_)', linear, text),
  ...statics('Util', 'urlEncode(_) urlDecode(_) htmlEscape(_)', linear, escapes),
  ...statics('Util', 'hash(_)', linear, text),
  ...statics('Util', 'verify(_,_)', linear, text, text),
  ...statics(
    'Json',
    'parse(_)',
    (make) => [
      linear(make),
      linear((size) => [classNamed('Json'), `[${'[],'.repeat(size / 3)}1]`]),
    ],
    text,
  ),
  ...statics(
    'Json',
    'stringify(_)',
    (make) => [linear(make), linear((size) => [classNamed('Json'), rope(size)])],
    numbers,
  ),
  ...queries('first fetch query'),
  ...queries('first(_) fetch(_) query(_)', parameters),
  ...queries('order(_)', text),
  ...queries('order(_,_)', text, text),
  'Query.order(_,_,_)': linear((size) => [
    new Query(rope(size)),
    rope(size),
    'asc',
    new WrenList(['a']),
  ]),
  'Query.order(_,_,_,_)': linear((size) => [
    new Query(rope(size)),
    rope(size),
    'asc',
    new WrenList(['a']),
    1,
  ]),
};
