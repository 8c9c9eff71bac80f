/** Steps about bodies that are written, or filled, in an unusual way, and about long texts. */
import { defineParameterType, Then, When } from '@cucumber/cucumber';
import { compare, demand, isObject, mismatch, render } from '../conformance/verdict/compare.js';
import { bodyOf, idOf, isSuccess, nameAnswer } from './answers.js';
import { noCredential } from './credentials.js';
import { requireListed } from './lists.js';
import { type Notation, notations } from './notations.js';
import {
  changingBody,
  completeBody,
  ownEmail,
  ownName,
  readRow,
  replacementBody,
  requestRemoval,
  requestUpdate,
  tryToCreate,
} from './rows.js';
import type { Resource, ScenarioWorld } from './world.js';

defineParameterType({
  name: 'notation',
  regexp: new RegExp(Object.keys(notations).join('|')),
});

/** Texts that need escape sequences of two units, and slashes. */
const ending = 'Zoë 🎉 1/2';

async function sendText(world: ScenarioWorld, method: string, text: string): Promise<void> {
  const { resource } = world;
  const query = method === 'PUT' ? ([['id', world.row.id]] as const) : [];
  await world.send({ method, resource, query, text });
}

/** A POST of a text; the latest row is the new one when the target accepts it. */
async function createOfText(world: ScenarioWorld, text: string): Promise<void> {
  await sendText(world, 'POST', text);
  const id = idOf(world.answer);
  const { resource } = world;
  if (id !== undefined) world.rows.push({ resource, id, members: world.sent });
}

When(
  'a client creates another {resource} of a body with {notation}',
  async function (this: ScenarioWorld, resource: Resource, notation: Notation) {
    const complete = completeBody(this.run, resource);
    this.sent = { ...complete, name: `${complete.name} ${ending}` };
    await createOfText(this, notations[notation](this.sent));
  },
);

When(
  'a client updates the {resource} by a body with {notation}',
  async function (this: ScenarioWorld, resource: Resource, notation: Notation) {
    const changes = replacementBody(this.run, resource);
    await sendText(this, 'PUT', notations[notation](changes));
    this.changeRow(changes);
  },
);

When(
  'another product is sent whose price is written as {word}',
  async function (this: ScenarioWorld, digits: string) {
    const { price, ...others } = completeBody(this.run, 'products');
    const text = JSON.stringify(others).replace(/\}$/, `,"price":${digits}}`);
    await createOfText(this, text);
  },
);

When(
  'a client without a credential sends {value} as body of a {method} to {resources}',
  async function (this: ScenarioWorld, text: string, method: string, resource: Resource) {
    await this.send({ method, resource, text, credential: noCredential });
  },
);

// Members that the tables do not list

When(
  'a client creates another {resource} with the id of that {resource} in its body',
  async function (this: ScenarioWorld, resource: Resource, _word: Resource) {
    await tryToCreate(this, resource, { id: Number(this.row.id) });
  },
);

When(
  'a client creates a {resource} with members that the table does not list',
  async function (this: ScenarioWorld, resource: Resource) {
    await tryToCreate(this, resource, { touchstone: true, nested: { list: [1, null] } });
  },
);

When(
  'a client updates the {resource} by a body with the id of the first one',
  async function (this: ScenarioWorld, resource: Resource) {
    const changes = replacementBody(this.run, resource);
    await requestUpdate(this, this.row, { ...changes, id: Number(this.firstRow.id) });
    if (isSuccess(this.answer)) this.changeRow(changes);
  },
);

When(
  'a client updates the {resources} by a body with an id alone',
  async function (this: ScenarioWorld, resource: Resource) {
    const json = { ...replacementBody(this.run, resource), id: Number(this.row.id) };
    await this.send({ method: 'PUT', resource, json });
  },
);

// Long texts

/** An e-mail address has its length before the @, a name after this run's own part. */
function longText({ run }: ScenarioWorld, member: string, length: number): string {
  if (member === 'email') return `${'x'.repeat(length)}${ownEmail(run)}`;
  return `${ownName(run)} `.padEnd(length, 'long-text-');
}

When(
  'a client creates another {resource} whose {member} has {int} characters',
  async function (this: ScenarioWorld, resource: Resource, member: string, length: number) {
    await tryToCreate(this, resource, { [member]: longText(this, member, length) });
  },
);

When(
  'a client updates the {resource} to a {member} of {int} characters',
  async function (this: ScenarioWorld, resource: Resource, member: string, length: number) {
    const text = longText(this, member, length);
    this.sent = changingBody(this.run, resource, { [member]: text });
    await requestUpdate(this, this.row, this.sent);
  },
);

// The specification has no limit and allows any, but not to lose a part of what was accepted.
Then('it is stored as it was sent, if it was accepted', async function (this: ScenarioWorld) {
  if (!isSuccess(this.answer)) return;
  demand(compare(this.sent, bodyOf(this.answer)));
  demand(compare(this.sent, await readRow(this, this.row), 'the row read'));
});

Then('so does the list show it, if it was accepted', async function (this: ScenarioWorld) {
  if (!isSuccess(this.answer)) return;
  demand(compare(this.sent, await requireListed(this, this.row), 'the listed row'));
});

Then(
  'it is recorded whether its {member} was kept',
  async function (this: ScenarioWorld, member: string) {
    const { answer } = this;
    if (!isSuccess(answer)) return this.run.recorder.observe(nameAnswer(answer));
    const stored = await readRow(this, this.row);
    const isKept = compare({ [member]: this.sent[member] }, stored).length === 0;
    this.run.recorder.observe(isKept ? 'kept' : `stored as ${render(stored[member])}`);
    await requestRemoval(this, this.row);
  },
);

Then('the answer is no single {resource}', function (this: ScenarioWorld, _word: Resource) {
  const body = bodyOf(this.answer);
  const isRow = isObject(body) && isSuccess(this.answer) && body.id !== undefined;
  if (isRow) demand([mismatch('body', 'none, since no row has that id', body)]);
});

// Zero is an id like any other (§2), although many languages take it for none.
Then('the answer is no list of {resources}', function (this: ScenarioWorld, _word: Resource) {
  const body = bodyOf(this.answer);
  const items = isObject(body) ? body.data : body;
  const isList = Array.isArray(items) && isSuccess(this.answer);
  if (isList) demand([mismatch('body', 'none, since no row has that id', body)]);
});
