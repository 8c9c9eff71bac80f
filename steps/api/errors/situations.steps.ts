/** Steps that send named requests with any credential, and requests of any method. */
import { type DataTable, type Exchange, Given, When } from '../../../conformance/index.js';
import { type CredentialName, namedCredentials } from '../../world/credentials.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { fillPlaceholders } from '../requests/queries.js';
import {
  requireSharedSituation,
  requireSituation,
  shareSituation,
  trySituation,
} from './situations.js';

// A twin or a precondition: another status blocks the scenario.
Given('{situation} is answered as specified', async function (this: ServiceWorld, name: string) {
  await requireSituation(this, name);
});

// These requests are sent once in a run, for all scenarios that judge only the answer.
Given('{situation} was answered as specified', async function (this: ServiceWorld, name: string) {
  await requireSharedSituation(this, name);
});

When('a client tried {situation}', async function (this: ServiceWorld, name: string) {
  await shareSituation(this, name);
});

When(
  'a client tried {situation} with {namedCredential}',
  async function (this: ServiceWorld, name: string, credential: CredentialName) {
    const parts = { credential: namedCredentials[credential](this.run) };
    await shareSituation(this, name, credential, parts);
  },
);

When('a client tried each of these:', async function (this: ServiceWorld, table: DataTable) {
  const answers: Exchange[] = [];
  for (const [name = ''] of table.raw()) answers.push(await shareSituation(this, name));
  this.answers = answers;
});

When('a client tries {situation}', async function (this: ServiceWorld, name: string) {
  await trySituation(this, name);
});

When(
  'a client tries {situation} with {namedCredential}',
  async function (this: ServiceWorld, name: string, credential: CredentialName) {
    await trySituation(this, name, { credential: namedCredentials[credential](this.run) });
  },
);

// Any method

When(
  'a client sends {method} to {resources}',
  async function (this: ServiceWorld, method: string, resource: Resource) {
    await this.request({ method, resource });
  },
);

When(
  'a client sends {method} to {string}',
  async function (this: ServiceWorld, method: string, template: string) {
    const resource = template.includes('products') ? 'products' : 'users';
    await this.request({ method, resource, path: fillPlaceholders(this, template) });
  },
);

When(
  'a client sends {method} for that {resource}',
  async function (this: ServiceWorld, method: string, resource: Resource) {
    await this.request({ method, resource, query: [['id', this.rowOf(resource).id]] });
  },
);
