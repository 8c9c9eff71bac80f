/** Keeps a check from changing anything in the target. */
import type { Client } from '../run.js';
import { NotTested } from '../verdict/verdict.js';
import type { RequestSpecification } from './exchange.js';

/** Those that ask for no change (RFC 9110 §9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A client that refuses, with NotTested, to send what might change something. */
export function withoutChanges(client: Client): Client {
  return {
    async send(request) {
      if (!isHarmless(request)) {
        const { method, path } = request;
        throw new NotTested(undefined, `--read-only: ${method} ${path} was not sent`);
      }
      return await client.send(request);
    },
  };
}

/** A body has no use in such a request, unless a server processes what it should not. */
function isHarmless({ method, body }: RequestSpecification): boolean {
  return safeMethods.has(method) && body === undefined;
}
