/** Steps that send what browsers send, and OPTIONS requests of any other client (§4). */
import { Then, When } from '../../conformance/scenarios/cucumber.js';
import { demand, mismatch } from '../../conformance/verdict/compare.js';
import { allowedOriginOf } from '../answers.js';
import type { Call, Resource, ScenarioWorld } from '../world.js';
import { completeBody, replacementBody } from './bodies.js';
import { type CredentialName, namedCredentials } from './credentials.js';
import { trySituation } from './situations.js';

const origin = 'https://app.touchstone.example';

// Preflights

async function sendPreflight(
  world: ScenarioWorld,
  resource: Resource,
  method: string,
  parts: Pick<Call, 'credential'> = {},
): Promise<void> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'content-type',
  };
  await world.send({ method: 'OPTIONS', resource, headers, ...parts });
}

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

When(
  'a browser with {credential} asks whether it may send {method} for that {resource}',
  async function (this: ScenarioWorld, name: CredentialName, method: string, resource: Resource) {
    const headers = { Origin: origin, 'Access-Control-Request-Method': method };
    const query = [['id', this.rowOf(resource).id]] as const;
    const json = replacementBody(this.run, resource);
    const credential = namedCredentials[name](this.run);
    await this.send({ method: 'OPTIONS', resource, query, headers, json, credential });
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

When(
  'a client sends OPTIONS for that {resource} with a body of new values',
  async function (this: ScenarioWorld, resource: Resource) {
    const query = [['id', this.rowOf(resource).id]] as const;
    const json = replacementBody(this.run, resource);
    await this.send({ method: 'OPTIONS', resource, query, json });
  },
);

When(
  'a client sends OPTIONS with the body of another {resource}',
  async function (this: ScenarioWorld, resource: Resource) {
    this.sent = completeBody(this.run, resource);
    await this.send({ method: 'OPTIONS', resource, json: this.sent });
  },
);

Then('the answer does not show the {resource}', function (this: ScenarioWorld, resource: Resource) {
  const { body } = this.answer.response;
  const name = String(this.rowOf(resource).members.name);
  if (body.includes(name)) demand([mismatch('body', `nothing of "${name}"`, body)]);
});

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
