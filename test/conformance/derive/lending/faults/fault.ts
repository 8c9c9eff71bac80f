/** The type of faults, and common ways to plant them. */
import type { Json } from '../../../../../kit/collections.js';
import type { Answer, Lending, Received } from '../server.js';

/** One broken rule. */
export interface Fault {
  readonly name: string;
  /** The requirement that shows it; undefined for one that no requirement shows yet. */
  readonly requirement: string | undefined;
  plant(service: Lending): void;
}

/** A fault by what it is, the requirement that shows it, and what it changes. */
export function fault(
  name: string,
  requirement: string | undefined,
  plant: (service: Lending) => unknown,
): Fault {
  return { name, requirement, plant: (service) => void plant(service) };
}

/** Changes the answers of an operation, or of all that are like it, with a status below 400. */
export function answering(
  routes: string | RegExp,
  change: (answer: Answer, request: Received) => Answer,
) {
  return (service: Lending): void => {
    const { after } = service;
    service.after = (request, answer) => {
      const own = after(request, answer);
      const isMeant =
        typeof routes === 'string' ? request.route === routes : routes.test(request.route);
      return isMeant && own.status < 400 ? change(own, request) : own;
    };
  };
}

/** Answers with another status where another one is due. */
export function answeringWith(route: string, due: number, status: number) {
  return (service: Lending): void => {
    const { after } = service;
    service.after = (request, answer) => {
      const own = after(request, answer);
      return request.route === route && own.status === due ? { ...own, status } : own;
    };
  };
}

/** Changes the body of the answers of an operation. */
export function showing(routes: string | RegExp, change: (body: Json) => unknown) {
  return answering(routes, (answer) =>
    answer.body === undefined ? answer : { ...answer, body: change(Object(answer.body)) },
  );
}

/** Changes a header of the answers of an operation; undefined leaves it out. */
export function heading(routes: string | RegExp, name: string, value?: string) {
  return answering(routes, (answer) => {
    const { [name]: _old, ...headers } = { ...answer.headers };
    return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } };
  });
}

/** Lets the service judge requests by a changed schema: `schemas/NewTool/properties/title`. */
export function judgingBy(pointer: string, change: Json, without: readonly string[] = []) {
  return ({ rules }: Lending): void => {
    const schema = pointer
      .split('/')
      .reduce<Record<string, unknown>>((part, name) => Object(part[name]), rules);
    for (const name of without) delete schema[name];
    Object.assign(schema, change);
  };
}
