/** Steps that send the requests which have a name, with any credential. */
import { type DataTable, type Exchange, Given, When } from '../../conformance/index.js';
import type { ScenarioWorld } from '../world.js';
import { type CredentialName, namedCredentials } from './credentials.js';
import {
  requireSharedSituation,
  requireSituation,
  shareSituation,
  trySituation,
} from './situations.js';

// A twin or a precondition: when the status is another one, the scenario is blocked.
Given(
  '{situation} is answered as it should be',
  async function (this: ScenarioWorld, name: string) {
    await requireSituation(this, name);
  },
);

// The same, once in a run, for scenarios that look at nothing but the answer.
Given(
  '{situation} was answered as it should be',
  async function (this: ScenarioWorld, name: string) {
    await requireSharedSituation(this, name);
  },
);

When('a client tried {situation}', async function (this: ScenarioWorld, name: string) {
  await shareSituation(this, name);
});

When(
  'a client tried {situation} with {credential}',
  async function (this: ScenarioWorld, name: string, credential: CredentialName) {
    const parts = { credential: namedCredentials[credential](this.run) };
    await shareSituation(this, name, credential, parts);
  },
);

When('a client tried each of these:', async function (this: ScenarioWorld, table: DataTable) {
  const answers: Exchange[] = [];
  for (const [name = ''] of table.raw()) answers.push(await shareSituation(this, name));
  this.answers = answers;
});

When('a client tries {situation}', async function (this: ScenarioWorld, name: string) {
  await trySituation(this, name);
});

When(
  'a client tries {situation} with {credential}',
  async function (this: ScenarioWorld, name: string, credential: CredentialName) {
    await trySituation(this, name, { credential: namedCredentials[credential](this.run) });
  },
);
