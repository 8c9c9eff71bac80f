/** Steps that make rows and send requests, for both resources alike. */
import { type DataTable, Given, When } from '@cucumber/cucumber';
import type { Exchange } from '../conformance/http/exchange.js';
import { requireSuccess } from './answers.js';
import { type CredentialName, namedCredentials, noCredential } from './credentials.js';
import { findRow } from './lists.js';
import { otherParameters } from './queries.js';
import {
  changingBody,
  completeBody,
  createAndRemove,
  createRow,
  createRowsAtOnce,
  ownName,
  replacementBody,
  requestRemoval,
  requestRow,
  requestUpdate,
  requireId,
  requireRemoval,
  tryToCreate,
  updateRow,
} from './rows.js';
import { requireSituation, trySituation } from './situations.js';
import type { Resource, ScenarioWorld } from './world.js';

// Rows that a scenario starts from

Given('a/another {resource}', async function (this: ScenarioWorld, resource: Resource) {
  await createRow(this, resource);
});

Given('{int} {resources}', async function (this: ScenarioWorld, count: number, r: Resource) {
  for (let made = 0; made < count; made += 1) await createRow(this, r);
});

Given(
  '{int} {resources} that are created at once',
  async function (this: ScenarioWorld, count: number, resource: Resource) {
    await createRowsAtOnce(this, resource, count);
  },
);

Given(
  'a {resource} whose {member} is {value}',
  async function (this: ScenarioWorld, resource: Resource, member: string, value: unknown) {
    await createRow(this, resource, { [member]: value });
  },
);

Given(
  'a {resource} whose name ends in {value}',
  async function (this: ScenarioWorld, resource: Resource, ending: string) {
    await createRow(this, resource, { name: `${ownName(this.run)} ${ending}` });
  },
);

Given('a {resource} that was deleted', async function (this: ScenarioWorld, resource: Resource) {
  await createAndRemove(this, resource);
});

Given('the first {resource} was deleted', async function (this: ScenarioWorld, _word: Resource) {
  await requireRemoval(this, this.firstRow);
});

// The twin of a rejected request differs in the tested property alone and has to succeed.
Given('a complete {resource} is accepted', async function (this: ScenarioWorld, r: Resource) {
  await createRow(this, r);
});

// A check that must not change anything makes do with any other row.
Given(
  'another {resource} of the same name',
  async function (this: ScenarioWorld, resource: Resource) {
    if (this.run.readOnly) {
      await createRow(this, resource);
      return;
    }
    const { name } = this.row.members;
    const exchange = await tryToCreate(this, resource, { name });
    requireSuccess(exchange, `${resource}.create.name-truthy`);
    requireId(exchange, resource);
  },
);

// A twin or a precondition: when the status is another one, the scenario is blocked.
Given(
  '{situation} is answered as it should be',
  async function (this: ScenarioWorld, name: string) {
    await requireSituation(this, name);
  },
);

// Creating

When('a client creates a {resource}', async function (this: ScenarioWorld, resource: Resource) {
  await tryToCreate(this, resource);
});

const createWith = async function (
  this: ScenarioWorld,
  resource: Resource,
  member: string,
  value: unknown,
) {
  await tryToCreate(this, resource, { [member]: value });
};

When('a client creates a {resource} whose {member} is {value}', createWith);
When('another {resource} is sent whose {member} is {value}', createWith);

When(
  'another {resource} is sent with the same name',
  async function (this: ScenarioWorld, resource: Resource) {
    await tryToCreate(this, resource, { name: this.row.members.name });
  },
);

When(
  'a client creates a {resource} whose name ends in {value}',
  async function (this: ScenarioWorld, resource: Resource, ending: string) {
    await tryToCreate(this, resource, { name: `${ownName(this.run)} ${ending}` });
  },
);

When(
  'a client creates another {resource} with {parameters} in the query string',
  async function (this: ScenarioWorld, resource: Resource, parameters: string) {
    await tryToCreate(this, resource, {}, otherParameters(parameters, this.row.id));
  },
);

When(
  'a client creates another {resource} with no content type',
  async function (this: ScenarioWorld, resource: Resource) {
    const text = JSON.stringify(completeBody(this.run, resource));
    await this.send({ method: 'POST', resource, text });
  },
);

When(
  'a client creates another {resource} with the content type text\\/plain',
  async function (this: ScenarioWorld, resource: Resource) {
    const text = JSON.stringify(completeBody(this.run, resource));
    await this.send({ method: 'POST', resource, text, headers: { 'Content-Type': 'text/plain' } });
  },
);

// Reading, updating, deleting the row that the scenario speaks of

When('a client reads the {resource}', async function (this: ScenarioWorld, _word: Resource) {
  await requestRow(this, this.row);
});

When('a client reads the first {resource}', async function (this: ScenarioWorld, _word: Resource) {
  await requestRow(this, this.firstRow);
});

When(
  'a client reads the {resource} with {parameters} in the query string too',
  async function (this: ScenarioWorld, _word: Resource, parameters: string) {
    await requestRow(this, this.row, otherParameters(parameters, this.row.id));
  },
);

When(
  'a client reads the {resources} with the id {string}',
  async function (this: ScenarioWorld, resource: Resource, template: string) {
    await requestRow(this, { resource, id: fillIn(this, template) });
  },
);

/**
 * An id or a path in which `{id}` stands for the id of the row that the scenario speaks of,
 * `{next}` for the one that likely follows it, `{first}` for that of its first row, `{first wrapped}`
 * for a number that is the first one to those who count with 32 bits, and `{marker}` for a word that
 * is in no other run.
 */
function fillIn({ rows, run }: ScenarioWorld, template: string): string {
  const [first, latest] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? ''];
  return template
    .replace('{id}', latest)
    .replace('{next}', () => String(BigInt(latest) + 1n))
    .replace('{first}', first)
    .replace('{first wrapped}', () => String(BigInt(first) + 2n ** 32n))
    .replace('{marker}', run.marker);
}

const percentEncode = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');

// In the path, since the client encodes a query of its own.
When(
  'a client reads the {resource} with a percent-encoded id',
  async function (this: ScenarioWorld, resource: Resource) {
    const path = `/api/${resource}?id=${percentEncode(this.row.id)}`;
    await this.send({ method: 'GET', resource, path });
  },
);

When(
  'a client lists the products with a percent-encoded limit of {int}',
  async function (this: ScenarioWorld, limit: number) {
    const path = `/api/products?${percentEncode('limit')}=${percentEncode(String(limit))}`;
    await this.send({ method: 'GET', resource: 'products', path });
  },
);

/** No id that a run meets comes near it, and 32 bits do not hold it. */
const farBeyond = 3_000_000_000n;

// Reading changes nothing, so here an id may be used that the run did not make itself.
When(
  'a client reads the {resources} with an id far beyond the last one',
  async function (this: ScenarioWorld, resource: Resource) {
    const { id } = await createRow(this, resource);
    await requestRow(this, { resource, id: String(BigInt(id) + farBeyond) });
  },
);

When('a client updates the {resource}', async function (this: ScenarioWorld, resource: Resource) {
  await updateRow(this, replacementBody(this.run, resource));
});

When(
  'a client updates the {resource} with {parameters} in the query string too',
  async function (this: ScenarioWorld, resource: Resource, parameters: string) {
    const others = otherParameters(parameters, this.row.id);
    await updateRow(this, replacementBody(this.run, resource), others);
  },
);

When(
  'a client updates the first {resource}',
  async function (this: ScenarioWorld, resource: Resource) {
    await requestUpdate(this, this.firstRow, replacementBody(this.run, resource));
  },
);

When(
  'a client updates the {resources} with the id {string}',
  async function (this: ScenarioWorld, resource: Resource, template: string) {
    const id = fillIn(this, template);
    await requestUpdate(this, { resource, id }, replacementBody(this.run, resource));
  },
);

When(
  'a client deletes the {resources} with the id {string}',
  async function (this: ScenarioWorld, resource: Resource, template: string) {
    await requestRemoval(this, { resource, id: fillIn(this, template) });
  },
);

When(
  'a client updates the {resource} with {member} {value}',
  async function (this: ScenarioWorld, resource: Resource, member: string, value: unknown) {
    await updateRow(this, changingBody(this.run, resource, { [member]: value }));
  },
);

When(
  'a client updates the {resource} with the values that it has',
  async function (this: ScenarioWorld, _word: Resource) {
    await updateRow(this, this.row.members);
  },
);

// What a target keeps to answer faster must not outlive a change.
When(
  'a client reads the {resource}, lists all and updates the {resource}',
  async function (this: ScenarioWorld, resource: Resource, _word: Resource) {
    await requestRow(this, this.row);
    await findRow(this, this.row);
    await updateRow(this, replacementBody(this.run, resource));
  },
);

When(
  'a client reads the {resource}, lists all and deletes the {resource}',
  async function (this: ScenarioWorld, _word: Resource, _again: Resource) {
    await requestRow(this, this.row);
    await findRow(this, this.row);
    await requestRemoval(this, this.row);
  },
);

When('a client updates the product with an empty object', async function (this: ScenarioWorld) {
  await updateRow(this, {});
});

When(
  'a client updates the product with an empty object and {parameters} in the query string',
  async function (this: ScenarioWorld, parameters: string) {
    await updateRow(this, {}, otherParameters(parameters, this.row.id));
  },
);

When('a client deletes the {resource}', async function (this: ScenarioWorld, _word: Resource) {
  await requestRemoval(this, this.row);
});

When(
  'a client deletes the first {resource}',
  async function (this: ScenarioWorld, _word: Resource) {
    await requestRemoval(this, this.firstRow);
  },
);

// Any other request

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

When(
  'a client sends {value} as body of a {method} to {resources}',
  async function (this: ScenarioWorld, text: string, method: string, resource: Resource) {
    const query = method === 'PUT' ? ([['id', this.row.id]] as const) : [];
    const headers = { 'Content-Type': 'application/json' };
    await this.send({ method, resource, query, text, headers });
  },
);

When(
  'a client sends the method {word} to {resources}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await this.send({ method, resource });
  },
);

When(
  'a client sends {method} to {resources} with the id of that row',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await this.send({ method, resource, query: [['id', this.row.id]] });
  },
);

When(
  'a client sends {method} to {string}',
  async function (this: ScenarioWorld, method: string, template: string) {
    const resource = template.includes('products') ? 'products' : 'users';
    await this.send({ method, resource, path: fillIn(this, template) });
  },
);

When(
  'a client without a credential sends {method} for that {resource}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    const json = method === 'PUT' ? replacementBody(this.run, resource) : undefined;
    const query = [['id', this.row.id]] as const;
    await this.send({ method, resource, query, json, credential: noCredential });
  },
);

When(
  'a client with {credential} sends another {resource}',
  async function (this: ScenarioWorld, name: CredentialName, resource: Resource) {
    this.sent = completeBody(this.run, resource);
    const credential = namedCredentials[name](this.run);
    await this.send({ method: 'POST', resource, json: this.sent, credential });
  },
);
