/** Cases whose exchanges have names for what they are about, by which failures explain each other. */
import type { DescribedExchange } from '../http/described-exchange.js';
import { pathTemplate } from '../http/exchange.js';
import { findNamingParameter } from '../suite/resource-kinds.js';
import type { ResourceKind } from '../suite/suite.js';
import type { Case } from './case.js';

/** The resource that a request is about, by its path: `/todos/7`, also for `/todos?id=7`. */
type ResourcePath = string;

export interface AddressedExchange extends DescribedExchange {
  /** In the form of `nameOperation`. */
  readonly operation: string;
  /** That of the collection when the request names none of its resources. */
  readonly resource: ResourcePath;
}

export interface AddressedCase extends Case<AddressedExchange> {
  /** The case without the names. */
  readonly reported: Case;
}

/** @param kinds the kinds of resources of the suite */
export function addressCase(reported: Case, kinds: readonly ResourceKind[]): AddressedCase {
  const exchanges = reported.exchanges.map((one) => new Addressed(one, kinds));
  return { ...reported, reported, exchanges };
}

/** Names are made on use: most cases pass, and explain nothing. */
class Addressed implements AddressedExchange {
  readonly #shown: DescribedExchange;
  readonly #kinds: readonly ResourceKind[];

  constructor(shown: DescribedExchange, kinds: readonly ResourceKind[]) {
    this.#shown = shown;
    this.#kinds = kinds;
  }

  get request() {
    return this.#shown.request;
  }

  get response() {
    return this.#shown.response;
  }

  get failure() {
    return this.#shown.failure;
  }

  get durationMs() {
    return this.#shown.durationMs;
  }

  get curl() {
    return this.#shown.curl;
  }

  get operation() {
    return nameOperation(this.request.method, this.#url, this.#kinds);
  }

  get resource() {
    const { pathname, searchParams } = this.#url;
    const name = findNamingParameter(this.#url, this.#kinds);
    return name === undefined ? pathname : `${pathname}/${searchParams.get(name)}`;
  }

  get #url() {
    return new URL(this.request.url);
  }
}

/**
 * The operation of a method and a URL, with `{}` in place of ids: `GET /todos`, `GET /todos/{}`,
 * `GET /todos?id={}`.
 *
 * @param kinds the kinds of resources that a query may name
 */
export function nameOperation(method: string, url: URL, kinds: readonly ResourceKind[]): string {
  const name = findNamingParameter(url, kinds);
  return `${method} ${pathTemplate(url.pathname)}${name === undefined ? '' : `?${name}={}`}`;
}
