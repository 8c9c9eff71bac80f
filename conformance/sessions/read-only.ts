/** Checks that change nothing at the target (`--read-only`). */
import { type Client, isSafe, type RequestSpecification } from '../http/exchange.js';
import { NotTested } from '../verdict/outcomes.js';

/** Returns the error that replaces an unsafe request under `--read-only`. */
export function notSent(method: string, path: string): NotTested {
  return new NotTested(undefined, `--read-only: ${method} ${path} was not sent`);
}

/** Wraps a client, so that requests which may change something throw NotTested instead. */
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

/** Whether a request is safe even for a server that processes the body of a safe method. */
function isHarmless({ method, body }: RequestSpecification): boolean {
  return isSafe(method) && body === undefined;
}
