/** Steps that send any method to a resource, for a row, or to any path. */
import { When } from '../../conformance/scenarios/cucumber.js';
import type { Call, Resource, ScenarioWorld } from '../world.js';
import { replacementBody } from './bodies.js';
import { type CredentialName, namedCredentials } from './credentials.js';
import { fillIn } from './placeholders.js';

When(
  'a client sends {method} to {resources}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await this.send({ method, resource });
  },
);

When(
  'a client sends {method} to {string}',
  async function (this: ScenarioWorld, method: string, template: string) {
    const resource = template.includes('products') ? 'products' : 'users';
    await this.send({ method, resource, path: fillIn(this, template) });
  },
);

async function sendForRow(
  world: ScenarioWorld,
  method: string,
  resource: Resource,
  parts: Pick<Call, 'credential'> = {},
): Promise<void> {
  const query = [['id', world.rowOf(resource).id]] as const;
  const json = method === 'PUT' ? replacementBody(world.run, resource) : undefined;
  await world.send({ method, resource, query, json, ...parts });
}

When(
  'a client sends {method} for that {resource}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await sendForRow(this, method, resource);
  },
);

When(
  'a client with {credential} sends {method} for that {resource}',
  async function (this: ScenarioWorld, name: CredentialName, method: string, resource: Resource) {
    await sendForRow(this, method, resource, { credential: namedCredentials[name](this.run) });
  },
);
