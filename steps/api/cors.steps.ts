/** Steps that send what browsers send, and OPTIONS requests of any other client (§4). */
import { demand, mismatch, Then, When } from '../../conformance/index.js';
import { allowedOriginOf } from '../answers.js';
import { together } from '../together.js';
import type { Call, Resource, Row, ScenarioWorld } from '../world.js';
import { completeBody, replacementBody } from './bodies.js';
import {
  type CredentialName,
  namedCredentials,
  noCredential,
  validCredential,
} from './credentials.js';
import { trySituation } from './situations.js';

const origin = 'https://app.touchstone.example';

// Preflights

async function sendPreflight(
  world: ScenarioWorld,
  resource: Resource,
  method: string,
  parts: Pick<Call, 'credential'> = {},
): Promise<void> {
  await world.send({ method: 'OPTIONS', resource, headers: preflightHeaders(method), ...parts });
}

/** By which a browser tells what it is going to send. */
const preflightHeaders = (method: string) => ({
  Origin: origin,
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': 'content-type',
});

// With the credential of the profile: that none is needed is a requirement of its own.
When(
  'a browser asks whether it may send {method} to {resources}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await sendPreflight(this, resource, method);
  },
);

When(
  'a browser with {credential} asks whether it may send {method} to {resources}',
  async function (this: ScenarioWorld, name: CredentialName, method: string, resource: Resource) {
    await sendPreflight(this, resource, method, { credential: namedCredentials[name](this.run) });
  },
);

// Other OPTIONS requests, without the headers by which browsers tell what they are going to send

When(
  'a client with {credential} sends a bare OPTIONS to {resources}',
  async function (this: ScenarioWorld, name: CredentialName, resource: Resource) {
    const credential = namedCredentials[name](this.run);
    await this.send({ method: 'OPTIONS', resource, credential });
  },
);

/** What the methods carry that change something, in OPTIONS requests with and without their names. */
function optionsOf({ run }: ScenarioWorld, { resource, id }: Row): readonly Call[] {
  const method = 'OPTIONS';
  const query = [['id', id]] as const;
  const carried = (asked: Readonly<Record<string, string>>): readonly Call[] => [
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
  'a client with and without a credential sends OPTIONS to {resources} with all that other methods carry',
  async function (this: ScenarioWorld, resource: Resource) {
    const credentials = [...new Set([validCredential(this.run, resource), noCredential])];
    const calls = credentials.flatMap((credential) =>
      optionsOf(this, this.rowOf(resource)).map((call) => ({ ...call, credential })),
    );
    this.answers = await together(calls.map((call) => () => this.send(call)));
  },
);

Then(
  'none of the answers shows the {resource}',
  function (this: ScenarioWorld, resource: Resource) {
    const name = String(this.rowOf(resource).members.name);
    const shown = this.answers.find(({ response }) => response.body.includes(name));
    if (shown) demand([mismatch('body', `nothing of "${name}"`, shown.response.body)]);
  },
);

// Requests of pages in a browser

When('a browser tries {situation}', async function (this: ScenarioWorld, name: string) {
  await trySituation(this, name, { headers: { Origin: origin } });
});

When(
  'a browser at {string} lists the {resources}',
  async function (this: ScenarioWorld, from: string, resource: Resource) {
    await this.send({ method: 'GET', resource, headers: { Origin: from } });
  },
);

Then('it is recorded which origin the answer allows', function (this: ScenarioWorld) {
  const value = allowedOriginOf(this.answer);
  const isEcho = value !== undefined && value === this.answer.request.headers.Origin;
  this.run.recorder.observe(isEcho ? 'the origin that asks' : (value ?? 'absent'));
});
