/** Steps about CORS: preflights, and the headers of every answer. */
import { Then, When } from '@cucumber/cucumber';
import { headerOf } from '../conformance/http/exchange.js';
import { demand, mismatch } from '../conformance/verdict/compare.js';
import type { Mismatch } from '../conformance/verdict/verdict.js';
import { isSuccess } from './answers.js';
import {
  type Credential,
  type CredentialName,
  namedCredentials,
  noCredential,
} from './credentials.js';
import { completeBody, replacementBody } from './rows.js';
import { trySituation } from './situations.js';
import type { Resource, ScenarioWorld } from './world.js';

const origin = 'https://app.touchstone.example';

async function sendPreflight(
  world: ScenarioWorld,
  resource: Resource,
  method: string,
  credential?: Credential,
): Promise<void> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'content-type',
  };
  const call = { method: 'OPTIONS', resource, headers };
  await world.send(credential === undefined ? call : { ...call, credential });
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
    await sendPreflight(this, resource, method, namedCredentials[name](this.run));
  },
);

// Without the headers by which browsers tell what they are going to send.
When(
  'a client with {credential} sends a bare OPTIONS to {resources}',
  async function (this: ScenarioWorld, name: CredentialName, resource: Resource) {
    const credential = namedCredentials[name](this.run);
    await this.send({ method: 'OPTIONS', resource, credential });
  },
);

When('a browser tries {situation}', async function (this: ScenarioWorld, name: string) {
  await trySituation(this, name, { headers: { Origin: origin } });
});

When(
  'a browser without a credential asks whether it may send {method} for that {resource}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    const headers = { Origin: origin, 'Access-Control-Request-Method': method };
    const query = [['id', this.row.id]] as const;
    const json = replacementBody(this.run, resource);
    const credential = noCredential;
    await this.send({ method: 'OPTIONS', resource, query, headers, json, credential });
  },
);

When(
  'a browser at {string} lists the {resources}',
  async function (this: ScenarioWorld, from: string, resource: Resource) {
    await this.send({ method: 'GET', resource, headers: { Origin: from } });
  },
);

When(
  'a client sends OPTIONS with the id of that {resource} and a body with new values',
  async function (this: ScenarioWorld, resource: Resource) {
    const json = replacementBody(this.run, resource);
    await this.send({ method: 'OPTIONS', resource, query: [['id', this.row.id]], json });
  },
);

When(
  'a client sends OPTIONS with the body of another {resource}',
  async function (this: ScenarioWorld, resource: Resource) {
    this.sent = completeBody(this.run, resource);
    await this.send({ method: 'OPTIONS', resource, json: this.sent });
  },
);

/** `*`, an origin, or `null`, as in the Fetch standard. */
const allowedOrigin = /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/,]+)$/i;

function checkOrigin(world: ScenarioWorld): Mismatch[] {
  const value = headerOf(world.answer.response, 'access-control-allow-origin');
  if (value !== undefined && allowedOrigin.test(value)) return [];
  return [mismatch('header access-control-allow-origin', '* or an origin', value)];
}

Then('the answer says which origin may read it', function (this: ScenarioWorld) {
  demand(checkOrigin(this));
});

Then('the preflight is answered', function (this: ScenarioWorld) {
  const { status } = this.answer.response;
  const failed = isSuccess(this.answer) ? [] : [mismatch('status', 'a success', status)];
  demand([...failed, ...checkOrigin(this)]);
});

Then('the answer does not show the {resource}', function (this: ScenarioWorld, _word: Resource) {
  const { body } = this.answer.response;
  const name = String(this.row.members.name);
  if (body.includes(name)) demand([mismatch('body', `nothing of "${name}"`, body)]);
});

Then('it is recorded which origin the answer allows', function (this: ScenarioWorld) {
  const value = headerOf(this.answer.response, 'access-control-allow-origin');
  const isEcho = value === origin;
  this.run.recorder.observe(isEcho ? 'the origin that asks' : (value ?? 'absent'));
});
