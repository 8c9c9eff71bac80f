/** Steps that send the requests which have a name, with any credential. */
import { type DataTable, type Exchange, Given, When } from '../../conformance/index.js';
import type { ScenarioWorld } from '../world.js';
import { type CredentialName, namedCredentials } from './credentials.js';
import { requireSituation, trySituation } from './situations.js';

// A twin or a precondition: when the status is another one, the scenario is blocked.
Given(
  '{situation} is answered as it should be',
  async function (this: ScenarioWorld, name: string) {
    await requireSituation(this, name);
  },
);

When('a client tries {situation}', async function (this: ScenarioWorld, name: string) {
  await trySituation(this, name);
});

When('a client tries each of these:', async function (this: ScenarioWorld, table: DataTable) {
  const answers: Exchange[] = [];
  for (const [name = ''] of table.raw()) answers.push(await trySituation(this, name));
  this.answers = answers;
});

When(
  'a client tries {situation} with {credential}',
  async function (this: ScenarioWorld, name: string, credential: CredentialName) {
    await trySituation(this, name, { credential: namedCredentials[credential](this.run) });
  },
);
