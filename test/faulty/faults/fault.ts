/** The type of faults, and common ways to plant them. */

import type { Application } from '../application.js';
import type { Answer, ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import type { Profile } from '../profile.js';
import type { User } from '../store.js';

/** One broken rule. */
export interface Fault {
  /** The part of the specification that is violated. */
  readonly section: string;
  /** Ids of the requirements that must fail; others may be blocked by them. */
  readonly violates: readonly string[];
  /** The profile in which it shows. Default: `basic`. */
  readonly profile?: Profile;
  /** The number of initial users and products. Default: a few. */
  readonly rows?: number;
  /** Replaces the methods that implement the rule. */
  readonly plant: Plant;
}

/** Faults by their descriptions. */
export type Faults = Readonly<Record<string, Fault>>;

/** Breaks an application. */
export type Plant = (application: Application) => void;

type Method<T> = (...given: unknown[]) => T;

type MethodsThatReturn<T> = {
  [K in keyof Application]: Application[K] extends (...given: never[]) => T ? K : never;
}[keyof Application];

/** The original of a wrapped method, and its application. */
interface Wrapped<M extends keyof Application> {
  readonly original: Application[M];
  readonly app: Application;
}

/** Replaces a method by an action, which may request the original. */
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

/** Changes the answers of a method. */
export function answering(
  method: MethodsThatReturn<Answer>,
  change: (answer: Answer, request: ReceivedRequest, app: Application) => Answer,
): Plant {
  return wrapping(method, ({ original, app }, ...given) =>
    change((original as Method<Answer>)(...given), given[0] as ReceivedRequest, app),
  );
}

/** Changes the JSON of a method's successful answers. */
export function reshaping(
  method: MethodsThatReturn<Answer>,
  change: (body: Json) => unknown,
): Plant {
  return answering(method, (answer) => (answer.status < 400 ? changeBody(answer, change) : answer));
}

/** Changes the body that a method receives. */
export function receiving(
  method: 'createUser' | 'replaceUser' | 'createProduct' | 'updateProduct',
  change: (body: Json) => Json,
): Plant {
  return wrapping(method, ({ original }, ...given) => {
    const body = given.at(-1) as Json;
    return (original as Method<Answer>)(...given.slice(0, -1), change(body));
  });
}

/** Changes the representation of a row. */
export function showing(
  method: 'userListed' | 'userRead' | 'userStored' | 'productRow' | 'productStored',
  change: (shown: Json) => Json,
): Plant {
  return wrapping(method, ({ original }, ...given) => change((original as Method<Json>)(...given)));
}

/** Lists a selection of the stored users. */
export function listing(choose: (users: readonly User[]) => readonly User[]): Plant {
  return (app) => {
    app.listUsers = () =>
      app.json(
        200,
        choose(app.store.users).map((user) => app.userListed(user)),
      );
  };
}

/** A page of products. */
export interface ProductPage {
  readonly data: readonly Json[];
  readonly pagination: Json;
}

/** Changes every page of products. Ignores errors of other faults. */
export function enveloping(change: (page: ProductPage, app: Application) => unknown): Plant {
  return answering('listProducts', (answer, _request, app) => {
    if (answer.status >= 400) return answer;
    return changeBody(answer, ({ data, pagination }) =>
      change({ data: data as Json[], pagination: pagination as Json }, app),
    );
  });
}

/** Changes the items of every page of products. */
export function itemizing(change: (row: Json) => Json): Plant {
  return enveloping(({ data, pagination }) => ({ data: data.map(change), pagination }));
}

/** Replaces one status of a answer. */
export function changeStatus(answer: Answer, from: number, to: number): Answer {
  return answer.status === from ? { ...answer, status: to } : answer;
}

/** Changes the JSON object of a answer. Ignores unreadable bodies of other faults. */
export function changeBody(answer: Answer, change: (body: Json) => unknown): Answer {
  const body = parse(answer.body ?? '');
  return body === undefined ? answer : { ...answer, body: JSON.stringify(change(body)) };
}

/** The JSON object in a body; an empty one for a body that is missing or has become unreadable. */
export function readObject({ body }: { readonly body?: string | undefined }): Json {
  const value: unknown = parse(body ?? '');
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Replaces or removes the content type of a answer with a body. */
export function declareAs(answer: Answer, type: string | undefined): Answer {
  if (answer.body === undefined) return answer;
  const { 'content-type': _old, ...headers } = answer.headers;
  return {
    ...answer,
    headers: type === undefined ? headers : { ...headers, 'content-type': type },
  };
}

/** An object without one of its members. */
export function without(object: Json, member: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== member));
}

/** All falsey values of a member of a request body, by kind; `undefined` means absent. */
export const falseyValues = {
  absent: undefined,
  null: null,
  false: false,
  zero: 0,
  empty: '',
} as const;

/** The kind of a falsey value. */
export type FalseyKind = keyof typeof falseyValues;

/** All kinds. */
export const falseyKinds = Object.keys(falseyValues) as FalseyKind[];

/** Treats one falsey value of a member of a new row as filled. */
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
