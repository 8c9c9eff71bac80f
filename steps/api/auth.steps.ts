/** Steps that test credentials with several requests. */
import {
  atStatus,
  Blocked,
  demand,
  mismatch,
  oneOfStatuses,
  shownBy,
  Then,
  When,
} from '../../conformance/index.js';
import { demandSuccess, isSuccess } from '../world/answers.js';
import {
  type CredentialName,
  credentialOption,
  namedCredentials,
  noCredential,
  rejectionOf,
  rejectionsOf,
} from '../world/credentials.js';
import { requestList, shareAnswer } from '../world/requests.js';
import type { Resource } from '../world/service.js';
import type { ServiceWorld } from '../world/world.js';
import { requireSharedSituation, shareSituation, trySituation } from './errors/situations.js';
import { tryToCreate } from './rows/rows.js';

// Two requests, so that a fault of one operation does not look like a rejected credential.
When(
  'a client with a valid credential lists and creates {resources}',
  async function (this: ServiceWorld, resource: Resource) {
    const answers = [await requestList(this, resource), await tryToCreate(this, resource)];
    if (answers.some(isSuccess)) return;
    const option = credentialOption(this.run);
    const note = `with the credential of ${option}, as --profile ${this.run.profile} asks for`;
    const expected = { ...oneOfStatuses('2xx'), note };
    demand(
      answers.flatMap((answer) =>
        shownBy(answer, [mismatch(atStatus, expected, answer.response.status)]),
      ),
    );
  },
);

/** The successful request of each method. */
const twins: Readonly<Record<string, string>> = {
  GET: 'reading a',
  POST: 'creating a',
  PUT: 'updating a',
  DELETE: 'deleting a',
};

/** The successful request of a method; the list for any other method. */
function twinOf(method: string, resource: Resource): string {
  const beginning = twins[method];
  if (beginning === undefined) return `listing ${resource}`;
  return `${beginning} ${resource === 'users' ? 'user' : 'product'}`;
}

// When the credential is accepted for the method, any other answer is a consequence.
Then(
  'the status is 401, unless {namedCredential} allows that method',
  async function (this: ServiceWorld, name: CredentialName) {
    const { resource } = this;
    const { request, response } = this.answer;
    if (response.status === 401) return;
    const credential = namedCredentials[name](this.run);
    const twin = twinOf(request.method, resource);
    if (!isSuccess(await this.preserveAnswer(() => trySituation(this, twin, { credential })))) {
      demand([mismatch(atStatus, oneOfStatuses('401'), response.status)]);
    }
    throw new Blocked(rejectionsOf(this.run, resource), `With ${name}, ${twin} succeeds.`);
  },
);

Then(
  'without a credential access to {resources} is rejected',
  async function (this: ServiceWorld, resource: Resource) {
    const request = { method: 'GET', resource, credential: noCredential };
    const look = () => this.request(request);
    const { response } = await shareAnswer(this, 'a list without a credential', resource, look);
    if (response.status === 401) return;
    const rejection = rejectionOf(this.run, resource);
    throw new Blocked(rejection, `Without a credential the status is ${response.status}.`);
  },
);

// When lists need no credential, only a request that changes rows can tell credentials apart.
When(
  'a client lists products and creates one with {namedCredential}',
  async function (this: ServiceWorld, name: CredentialName) {
    const parts = { credential: namedCredentials[name](this.run) };
    const answers = [await shareSituation(this, 'listing products', name, parts)];
    this.answers = answers;
    if (this.run.readOnly) return;
    await requireSharedSituation(this, 'creating a product');
    this.answers = [...answers, await trySituation(this, 'creating a product', parts)];
  },
);

Then('each of these requests is accepted', function (this: ServiceWorld) {
  for (const answer of this.answers) demandSuccess(answer);
});
