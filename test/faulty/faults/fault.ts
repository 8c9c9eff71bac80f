/** What a fault is, and the usual ways to plant one. */

import type { Application, Json } from '../application.js';
import type { Call, Reply } from '../exchange.js';
import type { Profile } from '../profile.js';
import type { User } from '../store.js';

/** One broken rule. */
export interface Fault {
  /** The part of the specification that is violated. */
  readonly section: string;
  /** Ids of the requirements that must fail; others may be blocked by them. */
  readonly violates: readonly string[];
  /** Where it shows, unless in `basic`. */
  readonly profile?: Profile;
  /** How many users and products are there before the check; a few unless given. */
  readonly rows?: number;
  /** Replaces the methods that hold the rule. */
  readonly plant: Plant;
}

/** Faults by what a person would say of the server. */
export type Faults = Readonly<Record<string, Fault>>;

/** Breaks an application. */
export type Plant = (application: Application) => void;

type Method<T> = (...given: unknown[]) => T;

type MethodsThatReturn<T> = {
  [K in keyof Application]: Application[K] extends (...given: never[]) => T ? K : never;
}[keyof Application];

/** A method that is wrapped: as it was, and the application that it belongs to. */
interface Wrapped<M extends keyof Application> {
  readonly original: Application[M];
  readonly app: Application;
}

/** Does something in place of a method, which may call the original one. */
export function wrapping<M extends MethodsThatReturn<unknown>>(
  method: M,
  act: (wrapped: Wrapped<M>, ...given: Parameters<Application[M]>) => ReturnType<Application[M]>,
): Plant {
  return (app) => {
    const original = app[method].bind(app) as Application[M];
    const wrapper = (...given: Parameters<Application[M]>) => act({ original, app }, ...given);
    Object.assign(app, { [method]: wrapper });
  };
}

/** Changes the replies of a method. */
export function answering(
  method: MethodsThatReturn<Reply>,
  change: (reply: Reply, call: Call, app: Application) => Reply,
): Plant {
  return wrapping(method, ({ original, app }, ...given) =>
    change((original as Method<Reply>)(...given), given[0] as Call, app),
  );
}

/** Changes the JSON of a method's replies that report no error. */
export function reshaping(
  method: MethodsThatReturn<Reply>,
  change: (body: Json) => unknown,
): Plant {
  return answering(method, (reply) => (reply.status < 400 ? changeBody(reply, change) : reply));
}

/** Changes the body that a method is given. */
export function receiving(
  method: 'createUser' | 'replaceUser' | 'createProduct' | 'updateProduct',
  change: (body: Json) => Json,
): Plant {
  return wrapping(method, ({ original }, ...given) => {
    const body = given.at(-1) as Json;
    return (original as Method<Reply>)(...given.slice(0, -1), change(body));
  });
}

/** Changes how a row is shown. */
export function showing(
  method: 'userListed' | 'userRead' | 'userStored' | 'productRow' | 'productStored',
  change: (shown: Json) => Json,
): Plant {
  return wrapping(method, ({ original }, ...given) => change((original as Method<Json>)(...given)));
}

/** Lists other users than those that are stored. */
export function listing(choose: (users: readonly User[]) => readonly User[]): Plant {
  return (app) => {
    app.listUsers = () =>
      app.json(
        200,
        choose(app.store.users).map((user) => app.userListed(user)),
      );
  };
}

/** What a list of products answers. */
export interface ProductPage {
  readonly data: readonly Json[];
  readonly pagination: Json;
}

/** Changes every page of products as a whole. Another fault may have an error in its place. */
export function enveloping(change: (page: ProductPage, app: Application) => unknown): Plant {
  return answering('listProducts', (reply, _call, app) => {
    if (reply.status >= 400) return reply;
    return changeBody(reply, ({ data, pagination }) =>
      change({ data: data as Json[], pagination: pagination as Json }, app),
    );
  });
}

/** Changes the items of every page of products. */
export function itemizing(change: (row: Json) => Json): Plant {
  return enveloping(({ data, pagination }) => ({ data: data.map(change), pagination }));
}

/** Gives a reply another status, if it has the one that is named. */
export function changeStatus(reply: Reply, from: number, to: number): Reply {
  return reply.status === from ? { ...reply, status: to } : reply;
}

/** Changes the JSON object in a reply, unless another fault has left none. */
export function changeBody(reply: Reply, change: (body: Json) => unknown): Reply {
  const body = parse(reply.body ?? '');
  return body === undefined ? reply : { ...reply, body: JSON.stringify(change(body)) };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Gives a reply another content type, or none, if it has a body at all. */
export function declareAs(reply: Reply, type: string | undefined): Reply {
  if (reply.body === undefined) return reply;
  const { 'content-type': _old, ...headers } = reply.headers;
  return { ...reply, headers: type === undefined ? headers : { ...headers, 'content-type': type } };
}

/** An object without one of its members. */
export function without(object: Json, member: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== member));
}

/** Every falsey value of a member of a request body, by its kind; `undefined` for an absent one. */
export const falseyValues = {
  absent: undefined,
  null: null,
  false: false,
  zero: 0,
  empty: '',
} as const;

/** The name of one. */
export type FalseyKind = keyof typeof falseyValues;

/** All names. */
export const falseyKinds = Object.keys(falseyValues) as FalseyKind[];

/** Takes one falsey value of a member of a new row for a filled one. */
export function fillingIn(
  method: 'isCompleteUser' | 'isCompleteProduct',
  member: string,
  kind: FalseyKind,
): Plant {
  return wrapping(method, ({ original }, body) => {
    const isTaken = body[member] === falseyValues[kind];
    return original(isTaken ? { ...body, [member]: 'filled' } : body);
  });
}
