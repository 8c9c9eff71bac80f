/** Steps that send bodies as texts: JSON in all notations, and other texts. */
import { When } from '../../../conformance/index.js';
import { idOf } from '../../world/contents.js';
import { type CredentialName, namedCredentials } from '../../world/credentials.js';
import type { Resource, ServiceRequest } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { completeBody, replacementBody } from '../requests/bodies.js';
import { type Notation, notations } from './notations.js';

/** A PUT updates the latest row of the scenario. */
async function sendText(
  world: ServiceWorld,
  method: string,
  resource: Resource,
  text: string,
  parts: Pick<ServiceRequest, 'credential' | 'contentType'> = {},
): Promise<void> {
  const query = method === 'PUT' ? ([['id', world.rowOf(resource).id]] as const) : [];
  await world.request({ method, resource, query, text, ...parts });
}

/** Sends a POST; a created row becomes the latest row of the scenario. */
async function createOfText(world: ServiceWorld, resource: Resource, text: string): Promise<void> {
  await sendText(world, 'POST', resource, text);
  const id = idOf(world.answer);
  if (id !== undefined) world.addRow({ resource, id, members: world.sentMembers });
}

// JSON in different notations

/** A character that needs two escape sequences, and a slash. */
const ending = 'Zoë 🎉 1/2';

When(
  'a client creates another {resource} from a body with {notation}',
  async function (this: ServiceWorld, resource: Resource, notation: Notation) {
    const complete = completeBody(this.run, resource);
    this.sentMembers = { ...complete, name: `${complete.name} ${ending}` };
    await createOfText(this, resource, notations[notation](this.sentMembers));
  },
);

When(
  'a client updates the {resource} from a body with {notation}',
  async function (this: ServiceWorld, resource: Resource, notation: Notation) {
    const changes = replacementBody(this.run, resource);
    await sendText(this, 'PUT', resource, notations[notation](changes));
    this.changeRow(changes);
  },
);

When(
  'a client creates another product whose price is written as {word}',
  async function (this: ServiceWorld, digits: string) {
    const { price: _price, ...others } = completeBody(this.run, 'products');
    this.sentMembers = { ...others, price: Number(digits) };
    const text = JSON.stringify(others).replace(/\}$/, `,"price":${digits}}`);
    await createOfText(this, 'products', text);
  },
);

// Other content types

When(
  'a client creates another {resource} with {contentType}',
  async function (this: ServiceWorld, resource: Resource, contentType: string | null) {
    const text = JSON.stringify(completeBody(this.run, resource));
    await sendText(this, 'POST', resource, text, { contentType });
  },
);

// Any text

When(
  'a client sends {value} as body of a {method} to {resources}',
  async function (this: ServiceWorld, text: string, method: string, resource: Resource) {
    if (method === 'PUT') this.before = this.rowOf(resource).members;
    await sendText(this, method, resource, text);
  },
);

When(
  'a client with {namedCredential} sends {value} as body of a {method} to {resources}',
  async function (
    this: ServiceWorld,
    name: CredentialName,
    text: string,
    method: string,
    resource: Resource,
  ) {
    await sendText(this, method, resource, text, { credential: namedCredentials[name](this.run) });
  },
);
