/** Steps that create rows, and judge what becomes of them. */
import { Then, When } from '../../conformance/scenarios/cucumber.js';
import {
  compare,
  demand,
  Expectation,
  mismatch,
  render,
} from '../../conformance/verdict/compare.js';
import { bodyOf, demandSuccess, idOf, isId } from '../answers.js';
import type { Json, Resource, Row, ScenarioWorld } from '../world.js';
import { completeBody, ownName } from './bodies.js';
import { type CredentialName, namedCredentials } from './credentials.js';
import { findListed, mostWalks, notListed } from './lists.js';
import { type OtherParameters, otherParameters } from './queries.js';
import { readRow, requireId, tryToCreate } from './rows.js';

When('a client creates a {resource}', async function (this: ScenarioWorld, resource: Resource) {
  await tryToCreate(this, resource);
});

When(
  'a client creates a/another {resource} whose {member} is {value}',
  async function (this: ScenarioWorld, resource: Resource, member: string, value: unknown) {
    await tryToCreate(this, resource, { [member]: value });
  },
);

When(
  'a client creates a {resource} whose name ends in {value}',
  async function (this: ScenarioWorld, resource: Resource, ending: string) {
    await tryToCreate(this, resource, { name: `${ownName(this.run)} ${ending}` });
  },
);

When(
  'a client creates another {resource} with the same {member}',
  async function (this: ScenarioWorld, resource: Resource, member: string) {
    await tryToCreate(this, resource, { [member]: this.rowOf(resource).members[member] });
  },
);

When(
  'a client creates another {resource} with the id of the first one in its body',
  async function (this: ScenarioWorld, resource: Resource) {
    await tryToCreate(this, resource, { id: Number(this.firstRowOf(resource).id) });
  },
);

When(
  'a client creates another {resource} with {parameters} in the query string',
  async function (this: ScenarioWorld, resource: Resource, parameters: OtherParameters) {
    const { id } = this.firstRowOf(resource);
    await tryToCreate(this, resource, {}, otherParameters[parameters](id));
  },
);

When(
  'a client creates a {resource} with members that the table does not list',
  async function (this: ScenarioWorld, resource: Resource) {
    await tryToCreate(this, resource, { touchstone: true, nested: { list: [1, null] } });
  },
);

// What is created by it all the same does not become a row that the scenario speaks of.
When(
  'a client with {credential} creates another {resource}',
  async function (this: ScenarioWorld, name: CredentialName, resource: Resource) {
    this.sent = completeBody(this.run, resource);
    const credential = namedCredentials[name](this.run);
    await this.send({ method: 'POST', resource, json: this.sent, credential });
  },
);

// The answer

const anId = new Expectation('an integer or the digits of one', isId);

Then(
  'the answer names the id under which the {resource} is found',
  async function (this: ScenarioWorld, resource: Resource) {
    const { answer, sent } = this;
    demandSuccess(answer);
    demand(compare({ id: anId }, bodyOf(answer)));
    const listed = await findListed(this, resource, ({ name }) => name === sent.name);
    const ids = new Set(listed.map((item) => String(item.id)));
    if (ids.size > 1) demand([mismatch('the list', 'one new row', [...ids])]);
    const id = idOf(answer);
    if (id !== undefined && ids.size === 1) demand(compare({ id }, listed[0], 'the listed row'));
  },
);

// Who sends the body back has not created anything, for all that can be seen.
Then('the answer repeats the {resource}', function (this: ScenarioWorld, resource: Resource) {
  const answer = this.answerAbout(resource);
  demandSuccess(answer);
  demand(compare(this.sent, bodyOf(answer)));
  requireId(answer, resource);
});

Then('a new {resource} is created', function (this: ScenarioWorld, resource: Resource) {
  const answer = this.answerAbout(resource);
  demandSuccess(answer);
  demand(compare({ id: anId, ...this.sent }, bodyOf(answer)));
});

// What was to be refused

/**
 * Looks for what was sent last in the list, which has to show the row that was accepted before.
 * It is known by a text of its own: the name or, where that is what was left out, the e-mail
 * address or the description.
 */
Then('nothing is stored for it', async function (this: ScenarioWorld) {
  const row = this.firstRow;
  const [member, value] = ownText(this.sent);
  const isSent = (item: Json) => item[member] === value;
  const found = (await listBeside(this, row, isSent)).filter(isSent);
  for (const { id } of found) {
    if (isId(id)) this.run.ledger.add({ resource: row.resource, id: String(id) });
  }
  if (found.length > 0) {
    demand([mismatch('the list', `no item with ${member} ${render(value)}`, found[0])]);
  }
});

/**
 * The items of the list that meet a condition, and the row's own. Products of the same time may
 * come in another order each time, so that it takes several walks to find any.
 */
async function listBeside(
  world: ScenarioWorld,
  row: Row,
  condition: (item: Json) => boolean,
): Promise<readonly Json[]> {
  const { resource } = row;
  const isWanted = (item: Json) => String(item.id) === row.id || condition(item);
  const oldest = resource === 'users' ? undefined : (await readRow(world, row)).created_at;
  for (let walk = 0; walk < mostWalks; walk += 1) {
    const listed = await findListed(world, resource, isWanted, oldest);
    if (listed.length > 0) return listed;
  }
  throw notListed(row);
}

function ownText({ name, email, description }: Json): readonly [string, unknown] {
  if (name) return ['name', name];
  return email ? ['email', email] : ['description', description];
}
