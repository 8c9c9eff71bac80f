/** Steps about credentials that go beyond naming one in a request. */
import { Blocked } from '../../conformance/outcomes.js';
import { Then, When } from '../../conformance/scenarios/cucumber.js';
import { demand, mismatch } from '../../conformance/verdict/compare.js';
import { isSuccess } from '../answers.js';
import type { Resource, ScenarioWorld } from '../world.js';
import { credentialOption, noCredential, rejectionOf } from './credentials.js';
import { requestList } from './requests.js';
import { tryToCreate } from './rows.js';

// Two requests, so that a fault in one operation is not taken for a rejection of the credential.
When(
  'a client with a valid credential lists and creates {resources}',
  async function (this: ScenarioWorld, resource: Resource) {
    const answers = [await requestList(this, resource), await tryToCreate(this, resource)];
    if (answers.some(isSuccess)) return;
    const option = credentialOption(this.run);
    const expected = `a success with the credential of ${option}, as --profile ${this.run.profile} asks for`;
    demand(
      answers.map(({ request, response }) =>
        mismatch(`status of ${request.method}`, expected, response.status),
      ),
    );
  },
);

Then(
  'without a credential it is turned away from {resources}',
  async function (this: ScenarioWorld, resource: Resource) {
    const { response } = await this.send({ method: 'GET', resource, credential: noCredential });
    if (response.status === 401) return;
    const rejection = rejectionOf(this.run, resource);
    throw new Blocked(rejection, `Without a credential the status is ${response.status}.`);
  },
);
