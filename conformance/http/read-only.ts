/** Keeps a check from changing anything in the target. */
import { NotTested } from '../outcomes.js';
import type { Client, RequestSpecification } from './exchange.js';

/** Those that ask for no change (RFC 9110 §9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method asks for no change. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/** To be thrown in place of a request that might change something. */
export function notSent(method: string, path: string): NotTested {
  return new NotTested(undefined, `--read-only: ${method} ${path} was not sent`);
}

/** A client that refuses, with NotTested, to send what might change something. */
export function withoutChanges(client: Client): Client {
  return {
    async send(request) {
      if (!isHarmless(request)) {
        const { method, path } = request;
        throw notSent(method, path);
      }
      return await client.send(request);
    },
  };
}

/** A body has no use in such a request, unless a server processes what it should not. */
function isHarmless({ method, body }: RequestSpecification): boolean {
  return isSafe(method) && body === undefined;
}
