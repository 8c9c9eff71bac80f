/** Steps that send preflights of browsers, and OPTIONS requests of other clients (§4). */
import { When } from '../../../conformance/index.js';
import { runConcurrently } from '../../world/concurrent-actions.js';
import {
  type CredentialName,
  namedCredentials,
  noCredential,
  validCredential,
} from '../../world/credentials.js';
import {
  pageOrigin,
  type Resource,
  type ScenarioRow,
  type ServiceRequest,
} from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { completeBody, replacementBody } from '../requests/bodies.js';
import { readRow } from '../rows/rows.js';
import { waitForNextSecond } from '../values/clock.js';

// Preflights

async function sendPreflight(
  world: ServiceWorld,
  resource: Resource,
  method: string,
  parts: Pick<ServiceRequest, 'credential'> = {},
): Promise<void> {
  await world.request({ method: 'OPTIONS', resource, headers: preflightHeaders(method), ...parts });
}

/** The headers in which a browser announces the actual request. */
const preflightHeaders = (method: string) => ({
  Origin: pageOrigin,
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': 'content-type',
});

// With the credential of the profile: a separate requirement states that none is needed.
When(
  'a browser sends a preflight for {method} to {resources}',
  async function (this: ServiceWorld, method: string, resource: Resource) {
    await sendPreflight(this, resource, method);
  },
);

When(
  'a browser with {namedCredential} sends a preflight for {method} to {resources}',
  async function (this: ServiceWorld, name: CredentialName, method: string, resource: Resource) {
    await sendPreflight(this, resource, method, { credential: namedCredentials[name](this.run) });
  },
);

// OPTIONS requests without preflight headers

When(
  'a client with {namedCredential} sends OPTIONS without preflight headers to {resources}',
  async function (this: ServiceWorld, name: CredentialName, resource: Resource) {
    const credential = namedCredentials[name](this.run);
    await this.request({ method: 'OPTIONS', resource, credential });
  },
);

/** OPTIONS requests with the queries and bodies of other methods, with and without preflight headers. */
function optionsOf(
  { run }: ServiceWorld,
  { resource, id }: ScenarioRow,
): readonly ServiceRequest[] {
  const method = 'OPTIONS';
  const query = [['id', id]] as const;
  const carried = (asked: Readonly<Record<string, string>>): readonly ServiceRequest[] => [
    { method, resource, headers: asked, json: completeBody(run, resource) },
    { method, resource, query, headers: asked, json: replacementBody(run, resource) },
  ];
  return [
    ...['POST', 'PUT', 'DELETE'].flatMap((name) => carried(preflightHeaders(name))),
    ...carried({}),
    { method, resource, query, headers: preflightHeaders('DELETE') },
  ];
}

When(
  'a client with and without a credential sends OPTIONS to {resources} with the queries and bodies of other methods',
  async function (this: ServiceWorld, resource: Resource) {
    const credentials = [...new Set([validCredential(this.run, resource), noCredential])];
    const requests = credentials.flatMap((credential) =>
      optionsOf(this, this.rowOf(resource)).map((request) => ({ ...request, credential })),
    );
    this.answers = await runConcurrently(requests.map((request) => () => this.request(request)));
  },
);

// In another second, since a clock may count whole seconds.
When(
  'a client sends OPTIONS with the id of the product at a later time',
  async function (this: ServiceWorld) {
    const row = this.rowOf('products');
    this.before = await readRow(this, row);
    await waitForNextSecond(this);
    for (const request of optionsOf(this, row)) if (request.query) await this.request(request);
  },
);
